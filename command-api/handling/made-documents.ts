/** The additional documents that a command created, for its answer. */
import { type AggregateRegistry, type AggregateState, readStream, titleOf } from '../aggregates/aggregate-types.ts';
import type { CommandAnswer, MadeDocument } from './request.ts';

interface Made {
  readonly stream: string;
  /** With the number assigned by the store. */
  readonly state: AggregateState;
}

export function madeDocuments(kinds: AggregateRegistry, made: readonly Made[]): Pick<CommandAnswer, 'made'> {
  const documents = made.flatMap(({ stream, state }): MadeDocument[] => {
    const named = readStream(stream);
    const kind = kinds.get(named?.kind ?? '');
    if (!named || kind?.is !== 'document') return [];
    return [{ document: stream, document_kind: named.kind, document_id: named.id, number: titleOf(kind, state, 'en') }];
  });
  return documents.length === 0 ? {} : { made: documents };
}
