/** Two ways of saying the same thing leave the same books, whatever it was. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Act, act } from '../projector/acts.ts';
import { IQD, type Premises, USD } from '../projector/shop.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import type { Books } from './books.ts';
import { openBusiness } from './business.ts';
import { tablesAt } from './tables.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
});

const HISTORIES = Number(process.env['ORACLE_HISTORIES'] ?? 16);
const END = '2026-12-31T23:59:59';

interface Trade {
  /** Of the purchase and of the sale, in thousandths of a piece; what is sold is in two parts. */
  readonly first: number;
  readonly second: number;
  readonly left: number;
  readonly price: number;
  readonly isExact: boolean;
  readonly foreign: boolean;
}

const trade: fc.Arbitrary<Trade> = fc.record({
  first: fc.integer({ min: 1, max: 9999 }),
  second: fc.integer({ min: 1, max: 9999 }),
  left: fc.integer({ min: 0, max: 999 }),
  price: fc.integer({ min: 1, max: 99_999 }),
  isExact: fc.boolean(),
  foreign: fc.boolean(),
});

/** Bought and sold on account, a line each or its two parts. */
async function traded(of: Trade, parts: readonly number[]): Promise<Books> {
  const business = await openBusiness(false);
  const { premises, shop } = business;
  const place = { outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0] };
  const bought = of.isExact ? of.first + of.second : of.first + of.second + of.left;
  await shop.register('purchase', { ...place, ...document(of, premises, 3, [bought]), receive: true });
  await shop.register('sale', { ...place, ...document(of, premises, 5, parts) });
  const projection = await business.project(database.url);
  const books = await tablesAt(projection, END, await business.head());
  await projection.close();
  return books;
}

function document({ isExact, foreign, price }: Trade, premises: Premises, day: number, quantities: readonly number[]) {
  const quantity = (thousandths: number) => (isExact ? String(thousandths) : (thousandths / 1000).toFixed(3));
  const currency = foreign ? { currency_fk: USD, rate: isExact ? '1480' : '1480.75' } : { currency_fk: IQD };
  return {
    ...currency,
    date: `2026-03-0${day}`,
    payment_type: 'on_account',
    supplier_fk: day === 3 ? premises.suppliers[0] : undefined,
    customer_fk: day === 5 ? premises.customers[0] : undefined,
    discount: isExact ? null : { type: 'percent', value: '3.3' },
    lines: quantities.map((each) => ({
      item_fk: premises.items[0],
      unit_fk: premises.unit,
      quantity: quantity(each),
      price: isExact ? String(price) : (price / 100).toFixed(2),
      discount: isExact ? null : { type: 'percent', value: '1.7' },
      ...(day === 5 && !isExact ? { tax_percent: '5' } : {}),
    })),
    status: 'complete',
  };
}

/** The largest difference of two sums of the same key, in units of the fourth decimal. */
function furthest(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): bigint {
  const sums = (text = '0 0') => text.split(' ').map(BigInt);
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys
    .flatMap((key) => sums(one[key]).map((each, index) => each - (sums(other[key])[index] ?? 0n)))
    .map((each) => (each < 0n ? -each : each))
    .reduce((a, b) => (a > b ? a : b), 0n);
}

describe('a line that is split in two', () => {
  it('leaves the same balances, but for what each line rounds for itself', async () => {
    await fc.assert(
      fc.asyncProperty(trade, async (of) => {
        const whole = await traded(of, [of.first + of.second]);
        const split = await traded(of, [of.first, of.second]);
        expect(Object.keys(split.ledger).length).toBeGreaterThan(3);
        if (of.isExact) {
          expect(split).toEqual(whole);
          return;
        }
        // Price × quantity, two discounts, the tax on them: each of two lines rounds each once; then the rate multiplies it.
        const rounded = of.foreign ? 5n * 1481n : 5n;
        expect(furthest(split.ledger, whole.ledger)).toBeLessThanOrEqual(rounded);
        expect(furthest(split.parties, whole.parties)).toBeLessThanOrEqual(rounded);
        expect(furthest(split.stock, whole.stock)).toBeLessThanOrEqual(1n);
      }),
      { numRuns: Math.ceil(HISTORIES / 2), endOnFailure: true },
    );
  }, 3_600_000);
});

/** Documents with a time that is nobody else's: among those of one moment the one entered first comes first. */
const distinct = fc
  .array(act, { minLength: 12, maxLength: 24, size: 'max' })
  .map((acts) => acts.map((each, index): Act => ({ ...each, ...plain(each), time: clock(index) })));

const KINDS = ['buy', 'buy_with_costs', 'sell', 'count', 'dispose', 'make', 'send'] as const;
/** Complete at once, and received with it. */
const plain = ({ of }: Act) => ({ what: KINDS[of % KINDS.length] ?? ('sell' as const), of: 35 * (of % 1000) + 1 });
const clock = (index: number) => `${String(8 + Math.floor(index / 6)).padStart(2, '0')}:${(index % 6) * 10 || '00'}:07`;

describe('a document that is taken back and entered again', () => {
  it('leaves the same books as now known, and those that were known before', async () => {
    await fc.assert(
      fc.asyncProperty(distinct, fc.array(fc.nat(), { minLength: 3, maxLength: 6 }), async (acts, again) => {
        const business = await openBusiness(true);
        for (const each of acts) await business.run(each);
        const known = await business.head();
        const [first] = acts as [Act];
        for (const of of again) {
          await business.run({ ...first, of, what: 'take_back' });
          await business.run({ ...first, of, what: 'complete' });
        }
        const now = await business.head();
        expect(now).toBeGreaterThan(known);
        const projection = await business.project(database.url);
        for (const at of ['2026-03-10T10:00:00', '2026-03-20T10:00:00', END]) {
          expect(await tablesAt(projection, at, now)).toEqual(await tablesAt(projection, at, known));
        }
        await projection.close();
      }),
      { numRuns: Math.ceil(HISTORIES / 2), endOnFailure: true },
    );
  }, 3_600_000);
});
