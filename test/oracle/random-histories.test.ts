/**
 * Random histories of all documents, entered through the real commands, posted and valued by the real rules without a
 * database, and compared with the oracle. `ORACLE_HISTORIES=100000` plays more of them, `ORACLE_SEED` chooses others,
 * `ORACLE_PATH` repeats the history that a failure names.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctionType } from '../../domain/documents/rate-correction.ts';
import { documents } from '../../domain/registry/documents.ts';
import { postingTable } from '../../domain/registry/posting-table.ts';
import { RATE_SIDES } from '../../domain/registry/rate-sides.ts';
import { cases, rounds, SEED } from '../support/ring.ts';
import { history, played } from './history.ts';

/** So many histories nearly always contain every kind of document, and every event that posts. */
const EVERY_KIND = 2000;
/** The number of further attempts, each with `EVERY_KIND` histories, when a kind or an event type is missing. */
const AGAIN = 5;
const HISTORIES = Number(process.env['ORACLE_HISTORIES'] ?? cases(60, rounds(120, EVERY_KIND)));
const FIRST_SEED = Number(process.env['ORACLE_SEED'] ?? SEED);
const PATH = process.env['ORACLE_PATH'];
const SAID_EVERY = 500;
const TIMEOUT = 43_200_000;

/** Kinds that no random history contains, with the reasons. */
const NOT_PLAYED: Readonly<Record<string, string>> = {
  count_round: 'posts nothing: completing a round drafts a count of stock, and that is played',
};

/** Types that only earlier versions stored, so no command of today leads to them. */
const OF_EARLIER_VERSIONS: readonly string[] = ['purchase.cost_applied'];

describe('any history', () => {
  const seen = new Set<string>();

  /** Fails with the differences of the first history whose books differ from the oracle. */
  async function play(numRuns: number, seed: number): Promise<void> {
    let done = 0;
    const property = fc.asyncProperty(history, async (history) => {
      const { wrong, events } = await played(history);
      for (const { type } of events) seen.add(type);
      done += 1;
      if (numRuns > EVERY_KIND && done % SAID_EVERY === 0) process.stderr.write(`${done} histories are right\n`);
      expect(wrong).toEqual([]);
    });
    await fc.assert(property, { numRuns, seed, ...(PATH === undefined ? {} : { path: PATH, endOnFailure: true }) });
  }

  it(
    `has the books of the oracle, as at any moment, as known at any event (${HISTORIES} histories)`,
    () => play(HISTORIES, FIRST_SEED),
    TIMEOUT,
  );

  const kindsMissing = () =>
    documents.map(({ kind }) => kind).filter((kind) => ![...seen].some((type) => type.startsWith(`${kind}.`)));
  const typesMissing = () => {
    const changing = Object.entries(postingTable).filter(([, { does }]) => does !== 'nothing');
    const types = [...changing.map(([type]) => type), ...[...RATE_SIDES.keys()].map(correctionType)];
    return types.filter((type) => !seen.has(type) && !OF_EARLIER_VERSIONS.includes(type));
  };
  const hasEverything = () => kindsMissing().every((kind) => kind in NOT_PLAYED) && typesMissing().length === 0;

  // Fewer histories need not contain every kind.
  if (HISTORIES >= EVERY_KIND) {
    it(
      'is one of many that contain every kind of document and every event that posts',
      async () => {
        for (let again = 1; again <= AGAIN && !hasEverything(); again++) await play(EVERY_KIND, FIRST_SEED + again);
        expect(kindsMissing()).toEqual(Object.keys(NOT_PLAYED));
        expect(typesMissing()).toEqual([]);
      },
      TIMEOUT,
    );
  }
});
