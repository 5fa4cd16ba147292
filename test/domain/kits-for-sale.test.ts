/** How many kits may contain goods that may not be sold, by what is inside of them (docs/decisions/0221). */
import { expect, it } from 'vitest';
import type { KitPart, Kits } from '../../domain/batches/batch-places.ts';
import { issueOrder } from '../../domain/batches/issued-batches.ts';
import { judgedKits } from '../../domain/batches/judged-kits.ts';

const { mayTake } = issueOrder('saleable', { day: '2026-03-10', sellsExpired: false });

type Inside = readonly [batch: string, quantity: string, day?: string];

/** A held batch is written with an exclamation mark. */
const part = (name: string, each: string, ...inside: readonly Inside[]): KitPart => ({
  ...{ names: { name }, each },
  inside: inside.map(([batch_number, quantity, expire_date = '2027-01-31']) => ({
    ...{ batch_number, expire_date, quantity, is_held: batch_number.endsWith('!') },
  })),
});

const kits = (onHand: string, ...collections: readonly (readonly KitPart[])[]): Kits => ({
  onHand,
  collections: collections.map((parts) => ({ unit: '1', parts })),
});

/** `A!, B: 3 of 5`, or `A!: all`. */
function judged(of: Kits): string {
  const found = judgedKits(of, mayTake);
  if (!found) return 'free';
  if (found.everywhere) return `${found.everywhere.batch.batch_number}: all`;
  const names = found.suspects.map(({ batch, kits: count }) => `${batch.batch_number} ${count / 1_000_000n}`);
  return `${names.join(', ')}: ${found.suspected / 1_000_000n} of ${of.onHand}`;
}

it('a part fills as many kits as it is inside of, rounded up', () => {
  expect(judged(kits('5', [part('Soap', '2', ['A!', '5'], ['B', '5'])]))).toBe('A! 3: 3 of 5');
});

it('expired goods are counted like held ones, those of the last day are not', () => {
  const soap = part('Soap', '1', ['OLD', '2', '2026-03-09'], ['TODAY', '3', '2026-03-10']);
  expect(judged(kits('5', [soap]))).toBe('OLD 2: 2 of 5');
});

it('several parts may be in different kits, but in no more than were made or are there', () => {
  const [soap, towel] = [part('Soap', '1', ['A!', '2'], ['B', '4']), part('Towel', '1', ['C!', '3'], ['D', '3'])];
  expect(judged(kits('6', [soap, towel]))).toBe('A! 2, C! 3: 5 of 6');
  expect(judged(kits('4', [soap, towel]))).toBe('A! 2, C! 3: 4 of 4');
  const most = part('Towel', '1', ['C!', '5'], ['D', '1']);
  expect(judged(kits('9', [soap, most]))).toBe('A! 2, C! 5: 6 of 9');
});

it('every kit contains a part of which nothing else is inside', () => {
  const towel = part('Towel', '1', ['D', '3']);
  expect(judged(kits('3', [part('Soap', '1', ['A!', '3']), towel]))).toBe('A!: all');
  expect(judged(kits('2', [part('Soap', '1', ['A!', '2'], ['OLD', '1', '2026-01-31']), towel]))).toBe('OLD: all');
  expect(judged(kits('3', [part('Soap', '1', ['A!', '2'], ['B', '1']), towel]))).toBe('A! 2: 2 of 3');
});

it('kits that were bought, and those of another collection, can be free', () => {
  const soap = part('Soap', '1', ['A!', '3']);
  expect(judged(kits('4', [soap]))).toBe('A! 3: 3 of 4');
  expect(judged(kits('3', [soap], [part('Soap', '1', ['B', '3'])]))).toBe('A! 3: 3 of 3');
  expect(judged(kits('3', [soap], [part('Soap', '1')]))).toBe('A!: all');
});

it('kits of sound goods are free', () => {
  expect(judged(kits('3', [part('Soap', '1', ['B', '3'])]))).toBe('free');
});
