/**
 * Projects some random histories into PostgreSQL with the real projector. The tables are compared with the oracle, and
 * the queries of decisions with the same queries of the books in memory. `ORACLE_PROJECTED=300` plays 300 histories.
 */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DecisionReads } from '../../command-api/handling/decision-reads.ts';
import { commissionQuery } from '../../command-api/handling/facts/commission-query.ts';
import { foreignBalances } from '../../command-api/handling/facts/foreign-balances.ts';
import { taxQuery } from '../../command-api/handling/facts/tax-query.ts';
import { closingBalances } from '../../projector/closing/year-figures.ts';
import { RATES } from '../projector/shop.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { rounds, SEED } from '../support/ring.ts';
import { booksAt } from './books.ts';
import { YEARS } from './books-play.ts';
import { openBusiness } from './business.ts';
import { correctRates } from './correcting.ts';
import { END, type History, history, longHistory, momentsOf } from './history.ts';
import { accountNames, tablesAt } from './tables.ts';

const HISTORIES = Number(process.env['ORACLE_PROJECTED'] ?? rounds(6, 100));
const FIRST = Number(process.env['ORACLE_SEED'] ?? SEED);

let database: FreshDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function played({ acts, allowNegative, rule }: History) {
  const business = await openBusiness(allowNegative, YEARS, rule);
  for (const act of acts) await business.run(act);
  await business.books.catchUp();
  const projection = await business.project(database.url);
  return { business, projection, events: await business.events(), head: await business.head() };
}

/** The results of the queries of decisions, from the books in memory and from the tables. */
async function measures({ business, projection }: Awaited<ReturnType<typeof played>>) {
  const { store, premises, books } = business;
  const [outlet = 0] = premises.outlets;
  const [salesman = 0] = premises.salesmen;
  const [to, asked] = ['2026-03-20', { of: 'commission', salesman, outlet, to: '2026-03-20' } as const];
  const reads = new DecisionReads();
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  const sorted = (value: object, name: string) => {
    const { [name]: list, ...rest } = plain(value);
    return {
      ...rest,
      [name]: (list as unknown[]).map((entry) => JSON.stringify(entry, Object.keys(entry as object).sort())).sort(),
    };
  };
  return {
    memory: [
      sorted((await books.measure(asked, reads)) as object, 'sources'),
      sorted(books.foreignBalances({ outlet, to }), 'balances'),
      plain(await books.measure({ of: 'tax', outlet, to }, reads)),
      sorted({ closing: books.closingBalances(to) }, 'closing'),
    ],
    tables: [
      sorted((await commissionQuery(pool, store, asked)) as object, 'sources'),
      sorted((await foreignBalances({ pool, store, reads, to }, outlet)) as object, 'balances'),
      plain(await taxQuery({ pool, store, reads, to }, outlet)),
      sorted({ closing: await closingBalances(projection.client, projection.build.schema, to) }, 'closing'),
    ],
  };
}

describe('any history that is projected', () => {
  it(`has the books of the oracle, as at any moment, as known at any event (${HISTORIES} histories)`, async () => {
    let done = 0;
    const any = fc.oneof({ arbitrary: history, weight: 1 }, { arbitrary: longHistory, weight: 2 });
    await fc.assert(
      fc.asyncProperty(any, async (history) => {
        const found = await played(history);
        const { projection, events } = found;
        try {
          const nameOf = await accountNames(projection);
          expect(await projection.broken()).toEqual([]);
          for (const { at, known } of momentsOf(history, events)) {
            expect(await tablesAt(projection, at, known)).toEqual(booksAt(events, at, known, nameOf));
          }
          const { memory, tables } = await measures(found);
          expect(tables).toEqual(memory);
        } finally {
          await projection.close();
        }
        done += 1;
        if (HISTORIES > 10 && done % 10 === 0) process.stderr.write(`${done} histories projected\n`);
      }),
      { numRuns: HISTORIES, seed: FIRST, endOnFailure: true },
    );
  }, 14_400_000);

  it('includes in a commission the changed cost of a sale whose rate was corrected', async () => {
    const business = await openBusiness(true);
    const { shop, premises, store, books } = business;
    const [outlet_fk = 0] = premises.outlets;
    const [salesman_fk = 0] = premises.salesmen;
    const [rate_fk = 0, to_rate_fk = 0] = premises.rates;
    const place = { outlet_fk, inventory_fk: premises.inventories[0], status: 'complete' };
    const line = { item_fk: premises.items[0], unit_fk: premises.unit };
    const owed = { payment_type: 'on_account', customer_fk: premises.customers[0], supplier_fk: premises.suppliers[0] };
    const bought = (date: string, price: string) =>
      shop.register('purchase', {
        ...place,
        ...owed,
        date,
        currency_fk: 1,
        lines: [{ ...line, quantity: '10', price }],
      });
    await bought('2026-03-01', '1000');
    const dollar = { currency_fk: 2, rate_fk, salesman_fk };
    await shop.register('sale', {
      ...place,
      ...owed,
      ...dollar,
      date: '2026-03-05',
      lines: [{ ...line, quantity: '5', price: '3' }],
    });
    const asked = { date: '2026-03-01', rate_fk, to_rate_fk };
    const id = await shop.register('recalculation', asked);
    const [from, to] = [RATES[0], RATES[1]];
    await correctRates(shop, store, id, ['sale-1'], {
      ...{ recalculation_fk: id, rate_fk, to_rate_fk, documents: ['sale-1'] },
      in_rate: { from: from.in_rate, to: to.in_rate },
      out_rate: { from: from.rate, to: to.rate },
    });
    await bought('2026-03-02', '2000');
    const projection = await business.project(database.url);
    const measure = { of: 'commission', salesman: salesman_fk, outlet: outlet_fk, to: '2026-03-20' } as const;
    const sources = [{ source: 'sale-1', sales: '22369.9995', discounts: '0', cost: '7500' }];
    expect(await commissionQuery(pool, store, measure)).toMatchObject({ sources });
    expect(await books.measure(measure, new DecisionReads())).toMatchObject({ sources });
    await projection.close();
  });

  it('differs from the oracle when one amount of the tables is changed', async () => {
    const [one] = fc.sample(longHistory, { numRuns: 1, seed: 7 });
    const { projection, events, head } = await played({ ...(one as History), allowNegative: true });
    const expected = booksAt(events, END, head, await accountNames(projection));
    expect(await tablesAt(projection, END, head)).toEqual(expected);
    expect(Object.keys(expected.ledger).length).toBeGreaterThan(30);
    await projection.rows(
      `update ${projection.build.schema}.stock_line set value = value + 0.0001
       where (position, move_line) = (select position, move_line from ${projection.build.schema}.stock_line limit 1)`,
    );
    expect(await tablesAt(projection, END, head)).not.toEqual(expected);
    await projection.close();
  });
});
