/** Documents that are still to be carried on. */
import { WAITS_FOR_REVIEW } from '../../domain/organisation/features.ts';
import type { CurrentQuery } from './named-query.ts';

export interface DocumentUnderWay {
  readonly kind: string;
  /** A number, or the stream of a document without one. */
  readonly document: string;
}

export const DOCUMENTS_UNDER_WAY: CurrentQuery<[kinds: readonly string[], states: string], DocumentUnderWay> = {
  name: 'documents of some kinds in some states',
  staleness: 'position of the decision',
  sql: `select d.kind, coalesce(d.number, d.kind || '-' || d.id) as document
     from read.document d
     where d.kind = any ($1::text[]) and ($2::jsonb -> d.kind ? d.status
       or $2::jsonb -> d.kind ? '${WAITS_FOR_REVIEW}' and d.data @? '$.entries[*].broken[0]'
         and d.data @? '$.entries[*] ? (exists (@.broken[0]) && @.review == null)')
     order by d.id`,
};
