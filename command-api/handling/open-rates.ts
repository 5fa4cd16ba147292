/** The rates at which a party's open documents stand in the books: what settles them is carried at the same rate. */
import { printRate } from '../../domain/kernel/rate.ts';
import type { AggregateRepository } from './aggregate-repository.ts';
import { type AggregateRegistry, readStream } from './aggregate-types.ts';

export interface OpenRate {
  readonly rate: string | null;
  /** Of the document's stream when its rate was read. */
  readonly revision: number;
}

export async function ratesOf(
  kinds: AggregateRegistry,
  states: AggregateRepository,
  documents: readonly string[],
  of: { readonly party: string; readonly currency: number },
): Promise<Map<string, OpenRate>> {
  const rates = new Map<string, OpenRate>();
  for (const [stream, { state, revision }] of await states.read(documents)) {
    const kind = kinds.get(readStream(stream)?.kind ?? '');
    if (kind?.is !== 'document') continue;
    const opened = kind.declaration
      .postingsOf(state, stream)
      .flatMap((posting) => posting.openItems)
      .find(
        (openItems) =>
          openItems.document === stream &&
          openItems.party === of.party &&
          openItems.currency === of.currency &&
          openItems.rate,
      );
    rates.set(stream, { rate: opened?.rate === undefined ? null : printRate(opened.rate), revision });
  }
  return rates;
}
