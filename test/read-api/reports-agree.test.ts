/** Every pair of reports that must agree does so for random histories, on random days, as known at random moments. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { connectReader, inSnapshot } from '../../read-api/database/reader.ts';
import type { Reader } from '../../read-api/database/reader-type.ts';
import { YEARS } from '../oracle/books-play.ts';
import { openBusiness } from '../oracle/business.ts';
import { longHistory } from '../oracle/history.ts';
import { history } from '../projector/acts.ts';
import { Play } from '../projector/histories.ts';
import { Projection } from '../projector/projection.ts';
import { IQD, openPremises, type Premises, Shop, USD } from '../projector/shop.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { cases } from '../support/ring.ts';
import { type Query, reportsAgree } from './agreeing.ts';
import { figuresAgree } from './agreeing-figures.ts';
import { outletsAgree } from './agreeing-outlets.ts';

const DAY_MS = 86_400_000;
let database: FreshDatabase;
let reader: Reader;
let projection: Projection | undefined;
let premises: Premises;
beforeAll(async () => {
  database = await freshDatabase();
  reader = connectReader(database.url);
});
afterAll(async () => {
  await projection?.close();
  await reader?.destroy();
  await database?.drop();
});

/** Effective days and positions, as fractions of the existing ones. */
const asked = fc.record({
  from: fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
  asAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  known: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
});
const day = (number: number): string => new Date(Date.UTC(2026, 1, 27 + number)).toISOString().slice(0, 10);

/** Back-dated expenses, incomes, transfers and journals between the acts of a history. */
async function enterMore(shop: Shop, types: { expense: number; income: number }, step: number): Promise<void> {
  const { outlets, cashes, suppliers } = premises;
  const outlet_fk = outlets[step % 2];
  const date = day(2 + ((step * 7) % 29));
  const dollars = step % 3 === 0;
  const currency = dollars ? { currency_fk: USD, rate: String(1450 + step) } : { currency_fk: IQD };
  const usual = { outlet_fk, date, status: 'complete', ...currency };
  const account_fk = cashes[dollars ? 1 : 0];
  const amount = String(100 + step * 13);
  if (step % 4 === 0) {
    const onAccount = { payment_type: 'on_account', supplier_fk: suppliers[0] };
    const paid = step % 8 === 0 ? onAccount : { payment_type: 'cash', account_fk };
    await shop.enter('expense', { ...usual, expense_type_fk: types.expense, amount, ...paid });
  } else if (step % 4 === 1) {
    const received = { payment_type: 'cash', account_fk };
    await shop.enter('income', { ...usual, income_type_fk: types.income, amount, ...received });
  } else if (step % 4 === 2) {
    const accounts = { from_account_fk: cashes[0], to_account_fk: cashes[1] };
    const to_outlet_fk = outlets[(step / 2) % 2];
    await shop.enter('cash_transfer', {
      outlet_fk,
      to_outlet_fk,
      date,
      ...accounts,
      amount: '150000',
      to_amount: '100',
    });
  } else {
    const lines = [
      { account: 4100, credit: amount, currency_fk: IQD },
      { account: 111000001, debit: amount, currency_fk: IQD },
    ];
    await shop.enter('general_journal', { outlet_fk, date, lines, status: 'posted' });
  }
}

/** A payment of a party in another outlet than that of its documents. */
async function payElsewhere(shop: Shop, step: number): Promise<void> {
  const { outlets, cashes, customers, suppliers } = premises;
  const dollars = step % 3 === 0;
  const currency = dollars ? { currency_fk: USD, rate: String(1450 + step) } : { currency_fk: IQD };
  const money = { date: day(12 + ((step * 5) % 19)), ...currency, amount: dollars ? '7' : '40000' };
  const usual = { outlet_fk: outlets[(step + 1) % 2], ...money, account_fk: cashes[dollars ? 1 : 0] };
  const [customer_fk, supplier_fk] = [customers[step % 2], suppliers[step % 2]];
  await shop.enter('customer_transaction', { ...usual, customer_fk, transaction_type: 'receive' });
  await shop.enter('supplier_transaction', { ...usual, supplier_fk, transaction_type: 'pay' });
}

async function live(
  acts: Parameters<Play['run']>[0][],
  { allowNegative, accounting }: { allowNegative: boolean; accounting: 'separated' | 'together' },
): Promise<bigint> {
  await projection?.close();
  const clock = { now: new Date('2026-02-20T08:00:00Z') };
  const store = openMemoryStore(() => clock.now);
  const shop = new Shop(store, clock);
  premises = await openPremises(shop, allowNegative);
  await shop.amend('system_setting', 1, { accounting });
  const types = {
    expense: await shop.register('expense_type', { type_name: 'Rent' }),
    income: await shop.register('income_type', { type_name: 'Scrap' }),
  };
  const play = new Play(shop, premises);
  for (const [step, act] of acts.entries()) {
    clock.now = new Date(clock.now.getTime() + (act.count % 5) * DAY_MS);
    await play.run(act);
    await enterMore(shop, types, step);
    if (step % 2 === 1) await payElsewhere(shop, step);
  }
  projection = await Projection.open(database.url, store);
  await projection.catchUp();
  return store.head();
}

describe('reports of any history', () => {
  it('agree with each other on any day, as known at any moment, for people of one outlet, two or all', async () => {
    await fc.assert(
      fc.asyncProperty(
        history(26),
        fc.boolean(),
        fc.constantFrom('separated', 'together'),
        fc.array(asked, { minLength: 3, maxLength: 3 }),
        async (acts, allowNegative, accounting, times) => {
          const head = await live(acts, { allowNegative, accounting });
          for (const { from, asAt, known } of [{ from: undefined, asAt: undefined, known: undefined }, ...times]) {
            const until: Query = {
              ...(asAt === undefined ? {} : { as_at: day(asAt) }),
              ...(known === undefined ? {} : { known_at: String(BigInt(Math.round(Number(head) * known))) }),
            };
            const query = from === undefined ? until : { from: day(from), ...until };
            if (query['as_at'] !== undefined && (query['from'] ?? '') > query['as_at']) continue;
            await inSnapshot(reader, (snapshot) => reportsAgree(snapshot, premises, query));
            await inSnapshot(reader, (snapshot) => outletsAgree(snapshot, premises, query));
            await figuresAgree(reader, query);
          }
        },
      ),
      { numRuns: cases(2, 6), endOnFailure: true },
    );
  });

  it('agree where tills, orders, payrolls, assets, closed years and documents of them are among its acts', async () => {
    await fc.assert(
      fc.asyncProperty(longHistory, asked, async ({ acts, allowNegative, rule }, { from = 6, asAt = 20 }) => {
        await projection?.close();
        const business = await openBusiness(allowNegative, YEARS, rule);
        for (const act of acts) await business.run(act);
        projection = await business.project(database.url);
        const { outlets, inventories } = business.places;
        premises = { ...business.premises, outlets, inventories };
        const days = { from: day(Math.min(from, asAt)), as_at: day(asAt) };
        for (const query of [{}, days]) {
          await inSnapshot(reader, (snapshot) => outletsAgree(snapshot, premises, query));
          await figuresAgree(reader, query);
        }
      }),
      { numRuns: cases(1, 5), endOnFailure: true },
    );
  });
});
