/** The rates at which open documents stand in the books: what settles them is carried at the same rate. */
import { printRate } from '../../domain/kernel/rate.ts';
import { type Kinds, readStream } from './kinds.ts';
import type { States } from './states.ts';

export async function ratesOf(
  kinds: Kinds,
  states: States,
  documents: readonly string[],
): Promise<Map<string, string | null>> {
  const rates = new Map<string, string | null>();
  for (const [stream, { state }] of await states.read(documents)) {
    const kind = kinds.get(readStream(stream)?.kind ?? '');
    if (kind?.is !== 'document') continue;
    const lines = kind.declaration.booked(state, stream).flatMap((posting) => posting.lines);
    const rate = lines.find((line) => line.party !== undefined && line.rate !== undefined)?.rate;
    rates.set(stream, rate === undefined ? null : printRate(rate));
  }
  return rates;
}
