/**
 * Random histories of a business over all documents, played through the real commands, posted and costed by the real
 * rules without a database, against books that are worked out from nothing. `ORACLE_HISTORIES=100000` runs more of
 * them, `ORACLE_SEED` others; `ORACLE_PATH` plays the one again that a failure names.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documents } from '../../domain/documents.ts';
import { correctionType } from '../../domain/kernel/rate-correction.ts';
import { postingTable } from '../../domain/posting/table.ts';
import { RATE_SIDES } from '../../domain/rate-sides.ts';
import { rounds, SEED } from '../support/ring.ts';
import { history, played } from './history.ts';

/** So many have every kind of document, and everything that changes the books. */
const EVERY_KIND = 2000;
const HISTORIES = Number(process.env['ORACLE_HISTORIES'] ?? rounds(300, EVERY_KIND));
const PATH = process.env['ORACLE_PATH'];
const SAID_EVERY = 500;

/** Kinds that no random history has, each with the reason. */
const NOT_PLAYED: Readonly<Record<string, string>> = {
  count_round: 'posts nothing: completing a round drafts a count of stock, and that is played',
};

describe('any history', () => {
  const seen = new Set<string>();

  it(`has the books that a pencil finds, as at any moment, as known at any event (${HISTORIES} histories)`, async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(history, async (history) => {
        const { wrong, events } = await played(history);
        for (const { type } of events) seen.add(type);
        done += 1;
        if (HISTORIES > EVERY_KIND && done % SAID_EVERY === 0) process.stderr.write(`${done} histories are right\n`);
        expect(wrong).toEqual([]);
      }),
      {
        numRuns: HISTORIES,
        seed: Number(process.env['ORACLE_SEED'] ?? SEED),
        ...(PATH === undefined ? {} : { path: PATH, endOnFailure: true }),
      },
    );
  }, 43_200_000);

  // A sample need not have everything.
  if (HISTORIES >= EVERY_KIND) {
    it('is one of many that have every kind of document, and everything that changes the books', () => {
      const kinds = documents
        .map(({ kind }) => kind)
        .filter((kind) => ![...seen].some((type) => type.startsWith(`${kind}.`)));
      expect(kinds).toEqual(Object.keys(NOT_PLAYED));
      const changing = Object.entries(postingTable).filter(([, { does }]) => does !== 'nothing');
      const types = [...changing.map(([type]) => type), ...[...RATE_SIDES.keys()].map(correctionType)];
      expect(types.filter((type) => !seen.has(type))).toEqual([]);
    });
  }
});
