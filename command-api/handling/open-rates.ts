/** The rates at which a party's open documents stand in the books: what settles them is carried at the same rate. */
import { printRate } from '../../domain/kernel/rate.ts';
import type { States } from './aggregate-repository.ts';
import { type Kinds, readStream } from './aggregate-types.ts';

export interface OpenRate {
  readonly rate: string | null;
  /** Of the document's stream when its rate was read. */
  readonly revision: number;
}

export async function ratesOf(
  kinds: Kinds,
  states: States,
  documents: readonly string[],
  of: { readonly party: string; readonly currency: number },
): Promise<Map<string, OpenRate>> {
  const rates = new Map<string, OpenRate>();
  for (const [stream, { state, revision }] of await states.read(documents)) {
    const kind = kinds.get(readStream(stream)?.kind ?? '');
    if (kind?.is !== 'document') continue;
    const opened = kind.declaration
      .booked(state, stream)
      .flatMap((posting) => posting.openItems)
      .find(
        (each) => each.document === stream && each.party === of.party && each.currency === of.currency && each.rate,
      );
    rates.set(stream, { rate: opened?.rate === undefined ? null : printRate(opened.rate), revision });
  }
  return rates;
}
