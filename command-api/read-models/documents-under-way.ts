/** Documents that are still to be carried on. */
import { PARKED_SALE, WAITS_FOR_REVIEW } from '../../domain/organisation/features.ts';
import { KEPT_DAYS } from '../../domain/till/parked-sale.schema.ts';
import type { CurrentQuery } from './named-query.ts';

export interface DocumentUnderWay {
  readonly kind: string;
  /** A number, or the stream of a document without one. */
  readonly document: string;
}

export interface ParkedUnderWay extends DocumentUnderWay {
  readonly till: string;
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

/** The parked sales of all outlets, oldest first, but those that the next parked one removes. */
export const PARKED_UNDER_WAY: CurrentQuery<[], ParkedUnderWay> = {
  name: 'parked sales that wait',
  staleness: 'position of the decision',
  sql: `select '${PARKED_SALE}' as kind, p.label as document, coalesce(r.data ->> 'till_name', p.till_fk::text) as till
     from preference.parked_sale p left join read.record r on r.kind = 'till' and r.id = p.till_fk
     where p.ended_at is null and p.stored_at > now() - make_interval(days => ${KEPT_DAYS})
     order by p.parked_at, p.uuid`,
};
