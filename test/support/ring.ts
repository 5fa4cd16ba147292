/**
 * `npm test` runs a sample of what is long by nature; `npm run test:nightly` runs all of it. The sample is the same for
 * the same seed, which `npm test` prints: by itself the seed follows the commit, so that a commit passes always or never.
 */
export const isNightly = process.env['TEST_RING'] === 'nightly';

export const SEED = Number(process.env['TEST_SEED'] ?? 1);

/** How many times a test plays what is long: `suite` times by itself, `nightly` times in the night. */
export const rounds = (suite: number, nightly: number): number => (isNightly ? nightly : suite);

/** `count` of them, chosen by the seed, in their order; all of them in the night. */
export function sampleOf<Value>(all: readonly Value[], count: number): readonly Value[] {
  if (isNightly || count >= all.length) return all;
  const ranked = all.map((value, place) => ({ value, place, rank: mixed(SEED + place) }));
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, count);
  return chosen.toSorted((a, b) => a.place - b.place).map(({ value }) => value);
}

/** A number without any pattern for a whole number: one step of splitmix32. */
function mixed(from: number): number {
  let state = (Math.imul(from, 0x9e3779b9) + 0x9e3779b9) | 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return (state ^ (state >>> 15)) >>> 0;
}
