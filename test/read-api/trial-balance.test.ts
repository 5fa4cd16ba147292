import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, personOf } from '../../identity/person.ts';
import { accountBalances } from '../../read-api/books/account-balances.ts';
import { positionAt, readKnownAt } from '../../read-api/books/known-at.ts';
import { connectReader, inSnapshot } from '../../read-api/database/reader.ts';
import type { Reader } from '../../read-api/database/reader-type.ts';
import { trialBalance } from '../../read-api/reports/trial-balance.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { cases } from '../support/ring.ts';
import { ACCOUNTS, writeLedger } from './ledger-lines.ts';

const EVENTS = 3000;
const LAST_DAY = 730;
let database: FreshDatabase;
let reader: Reader;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  await writeLedger(database.url, { events: EVENTS, linesPerEvent: 4, seed: 0.42 });
  reader = connectReader(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await reader?.destroy();
  await client?.end();
  await database?.drop();
});

const superUser = personOf(1, { user_name: 'all', email: 'a@example.com' }, undefined);
// Without the permission to see cost, accounts of goods and their cost are omitted.
const seesCost = { role_name: 'bookkeeper', permissions: ['items/show_cost'] };
const clerk = personOf(2, { user_name: 'some', email: 's@example.com', outlets: [1, 3] }, seesCost);

interface Times {
  readonly asAt: string | undefined;
  readonly knownAt: string | undefined;
}
const day = (offset: number): string => new Date(Date.UTC(2023, 10, 1 + offset)).toISOString().slice(0, 10);
const days = fc.option(fc.integer({ min: 0, max: LAST_DAY + 90 }).map(day), { nil: undefined });
/** A position, the start or end of a day or month, or any second. */
const moments = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 0, max: EVENTS + 10 }).map(String),
  fc.integer({ min: 0, max: LAST_DAY + 90 }).map(day),
  fc.integer({ min: 0, max: LAST_DAY + 90 }).map((offset) => `${day(offset)}T00:00:00Z`),
  fc
    .tuple(fc.integer({ min: 0, max: LAST_DAY + 90 }), fc.integer({ min: 0, max: 86_399 }))
    .map(([offset, second]) => new Date(Date.parse(`${day(offset)}T00:00:00Z`) + second * 1000).toISOString()),
);

/** Adds up every line that took effect and was known by then. */
async function oracle({ asAt, knownAt }: Times, outlets: readonly number[]): Promise<Map<number, string>> {
  const byPosition = knownAt !== undefined && /^\d+$/.test(knownAt);
  const moment = knownAt?.length === 10 ? `${knownAt}T23:59:59.999999Z` : knownAt;
  const { rows } = await client.query<{ account: number; balance: string }>(
    `select account, trim_scale(sum(base))::text as balance from read.journal_line
     where ($1::date is null or effective_date <= $1) and ($2::bigint is null or position <= $2)
       and ($3::timestamptz is null or recorded_at <= $3) and outlet_fk = any($4)
     group by account having sum(base) <> 0`,
    [asAt ?? null, byPosition ? knownAt : null, byPosition ? null : (moment ?? null), outlets],
  );
  return new Map(rows.map((row) => [row.account, row.balance]));
}

async function asked({ asAt, knownAt }: Times, person: Person, outlet?: number): Promise<Map<number, string>> {
  const answer = await inSnapshot(reader, (snapshot) =>
    trialBalance(snapshot, person, {
      ...(asAt ? { as_at: asAt } : {}),
      ...(knownAt ? { known_at: knownAt } : {}),
      ...(outlet ? { outlet_fk: String(outlet) } : {}),
    }),
  );
  expect(answer.totals.debit).toBe(answer.totals.credit);
  const own = answer.rows.filter((row) => ACCOUNTS.includes(row.account) && (row.debit !== '0' || row.credit !== '0'));
  return new Map(own.map((row) => [row.account, row.debit !== '0' ? row.debit : `-${row.credit}`]));
}

describe('the trial balance as at a day as known at a moment', () => {
  it('is the sum of the lines that took effect and were known by then', async () => {
    await fc.assert(
      fc.asyncProperty(days, moments, async (asAt, knownAt) => {
        const times = { asAt, knownAt };
        expect(await asked(times, superUser)).toEqual(await oracle(times, [1, 2, 3]));
      }),
      { numRuns: cases(150, 400) },
    );
  });

  it('adds up the outlets of the person, or the requested one', async () => {
    await fc.assert(
      fc.asyncProperty(days, moments, async (asAt, knownAt) => {
        const times = { asAt, knownAt };
        expect(await asked(times, clerk)).toEqual(await oracle(times, [1, 3]));
        expect(await asked(times, clerk, 3)).toEqual(await oracle(times, [3]));
      }),
      { numRuns: cases(15, 40) },
    );
    await expect(asked({ asAt: undefined, knownAt: undefined }, clerk, 2)).rejects.toThrow(/not_found/);
  });
});

describe('sums of a period', () => {
  it('are those of its lines by month and by outlet, with and without the closes of years', async () => {
    const periods = fc.record({ from: days, asAt: days, knownAt: moments });
    const by = fc.constantFrom('month' as const, 'outlet' as const, undefined);
    await fc.assert(
      fc.asyncProperty(periods, by, fc.boolean(), async ({ from, asAt, knownAt }, part, withoutClosing) => {
        const found = await inSnapshot(reader, async (snapshot) => {
          const known = await readKnownAt(snapshot, knownAt);
          const rows = await accountBalances(snapshot, { from, asAt, known, where: [], by: part, withoutClosing });
          const lines = await client.query<{ account: number; part: string; debit: string; credit: string }>(
            `select account, ${part === 'month' ? `to_char(effective_date, 'YYYY-MM')` : part === 'outlet' ? 'outlet_fk::text' : `''`} as part,
               trim_scale(sum(greatest(base, 0)))::text as debit, trim_scale(sum(greatest(-base, 0)))::text as credit
             from read.journal_line
             where ($1::date is null or effective_date >= $1) and ($2::date is null or effective_date <= $2)
               and ($3::bigint is null or position <= $3) and ($4 or kind <> 'closing') group by 1, 2`,
            [from ?? null, asAt ?? null, known?.position ?? null, !withoutClosing],
          );
          return { rows, lines: lines.rows };
        });
        const figures = (rows: readonly { account: number; part: string; debit: string; credit: string }[]) =>
          rows
            .filter((row) => row.debit !== '0' || row.credit !== '0')
            .map((row) => `${row.account} ${row.part} ${row.debit} ${row.credit}`)
            .sort();
        expect(figures(found.rows)).toEqual(figures(found.lines));
      }),
      { numRuns: cases(80, 200) },
    );
  });
});

describe('the position of a moment', () => {
  it('is that of the last event recorded until then', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -5, max: LAST_DAY + 70 }),
        fc.integer({ min: 0, max: 86_399_999 }),
        async (offset, ms) => {
          const moment = new Date(Date.parse(`${day(offset)}T00:00:00Z`) + ms).toISOString();
          const { rows } = await client.query<{ position: string }>(
            'select coalesce(max(position), 0) as position from read.event where recorded_at <= $1',
            [moment],
          );
          expect(await inSnapshot(reader, (snapshot) => positionAt(snapshot, moment))).toBe(
            BigInt(rows[0]?.position ?? 0),
          );
        },
      ),
      { numRuns: cases(80, 200) },
    );
  });

  it('is found where positions jump', async () => {
    const sparse = await freshDatabase();
    await writeLedger(sparse.url, { events: 50, linesPerEvent: 2, seed: 0.1 });
    const own = connectReader(sparse.url);
    try {
      const schema = (
        await client.query<{ schema: string }>(`select schema from projection.build where status = 'current'`)
      ).rows[0]?.schema;
      const jumping = new pg.Client({ connectionString: sparse.url });
      await jumping.connect();
      await jumping.query(`update ${schema}.event set position = position * position * 1000003`);
      const { rows } = await jumping.query<{ position: string; recorded_at: Date }>(
        'select position, recorded_at from read.event',
      );
      await jumping.end();
      for (const row of rows) {
        expect(await inSnapshot(own, (snapshot) => positionAt(snapshot, row.recorded_at.toISOString()))).toBe(
          BigInt(row.position),
        );
      }
    } finally {
      await own.destroy();
      await sparse.drop();
    }
  });
});
