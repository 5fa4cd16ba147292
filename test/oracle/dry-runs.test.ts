/**
 * A preview equals the commit (docs/accounting.md, section 7): in random histories, every command runs as a dry run and
 * is then committed.
 */
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { CommandStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { freshDatabase } from '../support/database.ts';
import { cases, rounds, SEED } from '../support/ring.ts';
import { YEARS } from './books-play.ts';
import { openBusiness } from './business.ts';
import { DryRuns } from './dry-runs.ts';
import { type History, history } from './history.ts';

const seen = { refused: 0, stored: 0 };

/**
 * Plays a history with a dry run before every command. Returns the differences between the answers of dry runs and
 * commits.
 */
async function played({ allowNegative, acts, rule }: History, given?: CommandStore, stateOf?: () => Promise<string>) {
  let runs: DryRuns | undefined;
  const business = await openBusiness(allowNegative, YEARS, rule, {
    ...(given ? { given } : {}),
    begin: (shop, store) => {
      const text = async () =>
        JSON.stringify([String(await store.head()), await store.levels(''), await store.periods()]);
      runs = new DryRuns(store, stateOf ?? text);
      runs.watch(shop);
    },
  });
  business.shop.afterCommand = () => business.books.catchUp();
  for (const act of acts) await business.run(act);
  seen.refused += runs?.counts.refused ?? 0;
  seen.stored += runs?.counts.stored ?? 0;
  return runs?.differences ?? [];
}

describe('a dry run', () => {
  it('answers what the commit answers straight after', async () => {
    const property = fc.asyncProperty(history, async (history) => {
      expect(await played(history)).toEqual([]);
    });
    await fc.assert(property, { numRuns: cases(10, rounds(25, 1000)), seed: SEED });
    expect(seen.refused).toBeGreaterThan(0);
    expect(seen.stored).toBeGreaterThan(0);
  }, 3_600_000);
});

/** Plays a history on a database of its own. A dry run must not change the checksum of any table. */
async function playedOnPostgres(history: History) {
  const { url, drop } = await freshDatabase();
  const store = await openPostgresStore({ url });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const sums = tables.map(
      ({ name }) => `select '${name}', count(*), sum(hashtextextended(t::text, 0)) from ${name} t`,
    );
    const checksum = async () => {
      const { rows } = await pool.query({ text: sums.join(' union all '), rowMode: 'array' });
      return JSON.stringify(rows);
    };
    return await played(history, store, checksum);
  } finally {
    await Promise.all([store.close(), pool.end()]);
    await drop();
  }
}

describe('a dry run on PostgreSQL', () => {
  it('changes no table, and answers what the commit answers', async () => {
    for (const value of fc.sample(history, { numRuns: cases(2, rounds(3, 60)), seed: SEED })) {
      expect(await playedOnPostgres(value)).toEqual([]);
    }
  }, 3_600_000);
});
