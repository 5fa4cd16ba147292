/**
 * `npm test` runs samples of long tests; `npm run test:nightly` runs them whole. Equal seeds choose equal samples; `npm
 * test` prints the seed, which by default depends on the commit, so that a commit always passes or always fails.
 */
export const isNightly = process.env['TEST_RING'] === 'nightly';

/** `npm test` without names of files: it runs a fifth of the files that are sampled as a whole. */
const isSampled = process.env['TEST_RING'] === 'sampled';
const PARTS = 5;
export const SAMPLED_NAME = /\.sampled\.test\.ts$/;

export const SEED = Number(process.env['TEST_SEED'] ?? 1);

/** The number of rounds of a long test: `suite` in `npm test`, `nightly` in the nightly run. */
export const rounds = (suite: number, nightly: number): number => (isNightly ? nightly : suite);

/**
 * The files that a run with this seed leaves out: of all names in their order, four fifths of those that are
 * sampled. Five seeds in a row leave out no file. None in the nightly run, and when files are named.
 */
export function filesLeftOut(names: readonly string[], seed = SEED, sampled = isSampled): readonly string[] {
  const all = names.filter((name) => SAMPLED_NAME.test(name)).toSorted();
  return sampled ? all.filter((_, place) => (place + seed) % PARTS !== 0) : [];
}

/** `count` of them, chosen by the seed, in their order; all of them in the nightly run. */
export function sampleOf<Value>(all: readonly Value[], count: number): readonly Value[] {
  if (isNightly || count >= all.length) return all;
  const ranked = all.map((value, place) => ({ value, place, rank: mixed(SEED + place) }));
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, count);
  return chosen.toSorted((a, b) => a.place - b.place).map(({ value }) => value);
}

/** A hash of a whole number: one step of splitmix32. */
function mixed(from: number): number {
  let state = (Math.imul(from, 0x9e3779b9) + 0x9e3779b9) | 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return (state ^ (state >>> 15)) >>> 0;
}
