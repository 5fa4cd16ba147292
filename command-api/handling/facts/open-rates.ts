/** Rates and outlets of a party's open documents: settlements use the same. */
import type { OpenItemsOf } from '../../../domain/documents/document.ts';
import { printRate } from '../../../domain/values/rate.ts';
import type { AggregateRepository } from '../../aggregates/aggregate-repository.ts';
import { type AggregateRegistry, readStream } from '../../aggregates/aggregate-types.ts';

export interface OpenedDocument {
  readonly rate: string | null;
  readonly outlet: number | undefined;
  /** Revision of the document's stream when its rate was read. */
  readonly revision: number;
}

/**
 * A document may be open in several currencies and on several days: a purchase with a later cost of the same supplier,
 * and the advances of an order, each day at its own rate.
 */
export const openedKey = (document: string, currency: number, date: string): string =>
  `${document}:${currency}:${date}`;

/** By `openedKey`. */
export async function openedDocuments(
  kinds: AggregateRegistry,
  states: AggregateRepository,
  documents: readonly string[],
  { party, currency }: OpenItemsOf,
): Promise<Map<string, OpenedDocument>> {
  const found = new Map<string, OpenedDocument>();
  for (const [stream, { state, revision }] of await states.read(documents)) {
    const kind = kinds.get(readStream(stream)?.kind ?? '');
    if (kind?.is !== 'document') continue;
    const opened = kind.declaration
      .postingsOf(state, stream)
      .flatMap((posting) => posting.openItems)
      .filter((item) => item.document === stream && item.party === party)
      .filter((item) => currency === undefined || item.currency === currency);
    for (const [key, items] of Map.groupBy(opened, (item) => openedKey(stream, item.currency, item.date))) {
      const rate = items.find((item) => item.rate)?.rate;
      const own = { rate: rate === undefined ? null : printRate(rate), outlet: items[0]?.outlet, revision };
      found.set(key, own);
    }
  }
  return found;
}
