/**
 * The three rings of tests. The name of a file says in which ring it runs first: `x.test.ts` in `npm test`,
 * `x.all.test.ts` in `npm run test:all`, `x.nightly.test.ts` in `npm run test:nightly`; a ring contains the rings
 * before it. Samples are equal in every run of a tree, whatever its commit is called; only the nightly ring plays
 * another seed, which it prints.
 */
export type Ring = 'suite' | 'all' | 'nightly';

/** None when a command names files: it runs them whichever ring they are in. */
const RING = process.env['TEST_RING'] as Ring | undefined;

/** `npm test`: what only deepens a question is left to the later rings. */
export const isSuite = RING === 'suite';
export const isNightly = RING === 'nightly';
/** Whether every case of a sample is run: each screen, language and theme. */
export const isWhole = isNightly || RING === 'all';

const SUITE_SEED = 1;
export const SEED = isNightly ? Number(process.env['TEST_SEED'] ?? SUITE_SEED) : SUITE_SEED;

const LATER_RINGS: Readonly<Record<Ring, RegExp | undefined>> = {
  suite: /\.(all|nightly)\.test\.tsx?$/,
  all: /\.nightly\.test\.tsx?$/,
  nightly: undefined,
};

/** The test files of a ring, in their order. */
export const filesOfRing = (ring: Ring, files: readonly string[]): readonly string[] =>
  files.filter((file) => !LATER_RINGS[ring]?.test(file));

/** The files that this run leaves out. */
export function filesLeftOut(files: readonly string[]): readonly string[] {
  if (RING === undefined) return [];
  const chosen = new Set(filesOfRing(RING, files));
  return files.filter((file) => !chosen.has(file));
}

/** The number of rounds of a long test: `suite`, and `nightly` in the nightly run. */
export const rounds = (suite: number, nightly: number): number => (isNightly ? nightly : suite);

/** The number of cases of a generated question: `suite` in `npm test`, `all` in the later rings. */
export const cases = (suite: number, all: number): number => (isWhole ? all : suite);

/** `count` of them, chosen by the seed, in their order; all of them in the later rings. */
export function sampleOf<Value>(all: readonly Value[], count: number): readonly Value[] {
  if (isWhole || count >= all.length) return all;
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
