/**
 * A year of trade with every kind of document, in two currencies and three outlets: late entries, corrections,
 * revaluations, a corrected rate, the close, its reopening and the second close. All pairs of reports agree with each
 * other, with the oracle, and with hledger and beancount at every month end.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { personOf } from '../../identity/person.ts';
import { compareWithOthers } from '../../read-api/audit/export/compare.ts';
import { isHere } from '../../read-api/audit/export/oracles.ts';
import { connectReader, inSnapshot } from '../../read-api/database/reader.ts';
import type { Reader } from '../../read-api/database/reader-type.ts';
import { incomeStatement } from '../../read-api/reports/income-statement.ts';
import { booksAt } from '../oracle/books.ts';
import type { BooksAct } from '../oracle/books-play.ts';
import { type AnyAct, acts, everyAct, openBusiness } from '../oracle/business.ts';
import { differing } from '../oracle/history.ts';
import { accountNames, tablesAt } from '../oracle/tables.ts';
import type { Projection } from '../projector/projection.ts';
import { reportsAgree } from '../read-api/agreeing.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { sampleOf } from '../support/ring.ts';

const YEARS = [
  { year_name: '2026', start_date: '2026-01-01', end_date: '2026-12-31' },
  { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' },
];
const SEED = 20_260_303;
const A_MONTH = 45;
/** Some assets were sold before, or have depreciations of later months, so several are tried. */
const ASSETS_TRIED = 6;

let business: Awaited<ReturnType<typeof openBusiness>>;
let database: FreshDatabase;
let projection: Projection;
let reader: Reader;
/** Positions of the log: at the end of the year's trade, of the first close, of its reopening and of the second close. */
const known: Record<'traded' | 'closed' | 'reopened' | 'again', bigint> = {
  traded: 0n,
  closed: 0n,
  reopened: 0n,
  again: 0n,
};

const chance = {
  day: 28,
  month: 12,
  time: null,
  outlet: 0,
  other: 0,
  count: 1,
  amount: 1,
  foreign: false,
  flag: true,
  of: 1,
};
const office = (books: BooksAct['books'], more: object = {}) => business.run({ ...chance, ...more, books } as AnyAct);

/** Some documents are dated in the month before, because they are entered late. */
async function trade(month: number, seed: number, some: fc.Arbitrary<AnyAct[]>): Promise<void> {
  business.clock.now = new Date(Date.UTC(2026, month - 1, 27, 9));
  const [all = []] = fc.sample(some, { numRuns: 1, seed });
  for (const [index, each] of all.entries()) {
    if ('books' in each && /close_year|reopen_year/.test(each.books)) continue;
    await business.run({
      ...each,
      month: index % 9 === 0 ? Math.max(1, month - 1) : month,
      count: each.count,
    } as AnyAct);
    business.clock.now = new Date(Date.UTC(2026, month - 1, 27, 9, index));
  }
}

async function revalue(month: number): Promise<void> {
  const date = new Date(Date.UTC(2026, month, 0)).toISOString().slice(0, 10);
  for (const outlet_fk of business.places.outlets) {
    await business.shop.enter('revaluation', {
      outlet_fk,
      date,
      rate_fk: business.premises.rates[month % 3],
      status: 'posted',
    });
  }
}

beforeAll(async () => {
  business = await openBusiness(true, YEARS);
  // With *Together*, the books of one outlet omit the accounts between outlets.
  await business.shop.amend('system_setting', 1, { accounting: 'separated' });
  database = await freshDatabase();
  for (let month = 1; month <= 12; month += 1) {
    await trade(month, SEED + month, month % 3 === 0 ? everyAct : acts(A_MONTH, A_MONTH));
    await revalue(month);
  }
  await office('correct_rate', { count: 3, flag: false });
  await office('buy_asset', { month: 10, amount: 900_000, count: 12 });
  for (let of = 1; of <= ASSETS_TRIED; of += 1) await office('sell_asset', { of, count: 8, amount: 700_000 });
  known.traded = await business.head();
  await office('close_year');
  known.closed = await business.head();
  await trade(12, SEED, acts(5, 5));
  await office('reopen_year');
  known.reopened = await business.head();
  await trade(12, SEED + 99, acts(40, 40));
  await office('close_year');
  known.again = await business.head();
  projection = await business.project(database.url);
  reader = connectReader(rolesAt(database.url).read);
});
afterAll(async () => {
  await projection?.close();
  await reader?.destroy();
  await database?.drop();
});

const everyone = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);

/** A counting round drafts an inventory adjustment, of which the year has some; the names and the holds of batches move nothing. */
const POSTS_NOTHING: ReadonlySet<string> = new Set(['count_round', 'batch_correction', 'batch_hold']);

describe('a year of every kind of document', () => {
  it('has every kind of document, in three outlets and two currencies, closed twice', async () => {
    const events = await business.events();
    const kinds = documents
      .map(({ kind }) => kind)
      .filter((kind) => !POSTS_NOTHING.has(kind) && !events.some(({ type }) => type.startsWith(`${kind}.`)));
    expect(kinds).toEqual([]);
    const closes = events.filter(({ type }) => /^year_close\.(closed|reopened)$/.test(type)).map(({ type }) => type);
    expect(closes).toEqual(['year_close.closed', 'year_close.reopened', 'year_close.closed']);
    expect(events.filter(({ type }) => type.endsWith('.rate_corrected')).length).toBeGreaterThan(3);
    const spread = await projection.rows('select distinct outlet_fk, currency_fk from read.journal_line');
    expect(spread).toHaveLength(6);
  });

  it('breaks no invariant, and equals the books of the oracle at every month end, as known before and after each close', async () => {
    expect(await projection.broken()).toEqual([]);
    const [events, nameOf] = [await business.events(), await accountNames(projection)];
    for (let month = 1; month <= 12; month += 1) {
      const at = `${new Date(Date.UTC(2026, month, 0)).toISOString().slice(0, 10)}T23:59:59.9`;
      for (const position of month % 6 === 0 ? Object.values(known) : [known.again]) {
        expect(differing(await tablesAt(projection, at, position), booksAt(events, at, position, nameOf))).toEqual([]);
      }
    }
  });

  it('has reports that agree in every pair, at any month end, as known at any moment', async () => {
    const within = ['2026-03-31', '2026-07-15', '2026-11-30'].flatMap((as_at) =>
      [known.traded, known.again].map((position) => ({ from: '2026-02-10', as_at, known_at: String(position) })),
    );
    const at = (position: bigint) => ({ as_at: '2026-12-31', known_at: String(position) });
    for (const query of [...sampleOf(within, 2), ...sampleOf([at(known.traded), at(known.reopened)], 1)]) {
      await inSnapshot(reader, (snapshot) => reportsAgree(snapshot, business.premises, query));
    }
    await inSnapshot(reader, (snapshot) => reportsAgree(snapshot, business.premises, at(known.again), true));
  });

  it('shows the same profit before a close and after it, and keeps it', async () => {
    const profit = (position: bigint) =>
      inSnapshot(reader, (snapshot) =>
        incomeStatement(snapshot, everyone, { as_at: '2026-12-31', known_at: String(position) }),
      );
    expect((await profit(known.closed)).totals).toEqual((await profit(known.traded)).totals);
    expect((await profit(known.reopened)).totals).toEqual((await profit(known.traded)).totals);
    expect((await profit(known.again)).totals).not.toEqual((await profit(known.closed)).totals);
    const [left] = await projection.rows<{ base: string }>(
      `select coalesce(sum(abs(base)), 0)::text as base from (
         select sum(l.base) as base from read.journal_line l join read.account a using (account)
         where a.statement = 'income' and l.effective_date <= '2026-12-31' group by l.account, l.outlet_fk, l.currency_fk) each`,
    );
    expect(Number(left?.base)).toBe(0);
  });

  const here = ['hledger', 'bean-query'].filter(isHere);
  it.skipIf(here.length === 0)('has balances that hledger and beancount find too, at every month end', async () => {
    for (const { program, missing, months, balances, differences } of await compareWithOthers(reader, everyone)) {
      if (!here.includes(program)) continue;
      expect({ program, missing, differences }).toEqual({ program, missing: false, differences: [] });
      expect(months).toBeGreaterThanOrEqual(12);
      expect(balances).toBeGreaterThan(12 * 40);
    }
  });
});
