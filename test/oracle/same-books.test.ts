/** Entries that differ in their form, order or repetition, and result in the same books. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CostRule } from '../../domain/costing/rules.ts';
import { type Act, act } from '../projector/acts.ts';
import { IQD, type Premises, USD } from '../projector/shop.ts';
import { cases, rounds } from '../support/ring.ts';
import type { Books } from './books.ts';
import { YEARS } from './books-play.ts';
import { type AnyAct, acts, openBusiness } from './business.ts';
import { type DeskAct, deskAct } from './desk-play.ts';
import { differing, END, rule } from './history.ts';
import { type WiderAct, widerAct } from './wider-play.ts';

const TIMES = Number(process.env['ORACLE_HISTORIES'] ?? cases(160, rounds(400, 2000)));
const runs = (part: number) => ({ numRuns: Math.max(1, Math.ceil(TIMES / part)) });

type Business = Awaited<ReturnType<typeof openBusiness>>;

async function booksOf({ books }: Business): Promise<Books> {
  await books.catchUp();
  return books.tablesAt(END, books.position);
}

interface Goods {
  /** Quantities of the two parts, and of other goods on hand: pieces if `isExact`, otherwise thousandths of a piece. */
  readonly first: number;
  readonly second: number;
  readonly left: number;
  readonly price: number;
  readonly isExact: boolean;
  readonly foreign: boolean;
}

const goods: fc.Arbitrary<Goods> = fc.record({
  first: fc.integer({ min: 1, max: 9999 }),
  second: fc.integer({ min: 1, max: 9999 }),
  left: fc.integer({ min: 0, max: 999 }),
  price: fc.integer({ min: 1, max: 9_999 }),
  isExact: fc.boolean(),
  foreign: fc.boolean(),
});

/** Kinds of documents with lines of goods. */
const SPLIT = ['purchase', 'sale', 'sale_return', 'purchase_return', 'stock_transfer', 'sale_transfer'] as const;
const SPLIT_MORE = [
  'asset_disposal',
  'direct_adjustment',
  'quotation',
  'production',
  'pos_sale',
  'online_order',
] as const;
type Split = (typeof SPLIT)[number] | (typeof SPLIT_MORE)[number];

/** Buys the goods and enters a document with one line for each of `parts`. Returns the books. */
async function split(kind: Split, of: Goods, parts: readonly number[]): Promise<Books> {
  const business = await openBusiness(false);
  const { premises, shop } = business;
  const all = of.isExact && kind !== 'sale_return' && kind !== 'purchase' ? 0 : of.left;
  const bought = { ...documentOf({ ...of, foreign: false }, premises, 3, [of.first + of.second + all]), receive: true };
  await shop.register('purchase', { ...bought, discount: null, status: 'complete' });
  const body = documentOf(of, premises, 5, parts);
  if (kind === 'quotation') {
    const id = await shop.register(kind, without(body, 'time', 'payment_type', 'account_fk'));
    const paid = { date: '2026-03-06', payment_type: 'on_account' };
    const { state } = (await shop.transit(kind, id, 'convert_to_sale', paid)) ?? {};
    await shop.transit('sale', (state as unknown as { sale_fk: number }).sale_fk, 'complete');
  } else if (kind === 'online_order') {
    const id = await shop.register(kind, { ...body, payment_type: 'on_account' });
    await shop.transit(kind, id, 'confirm', {});
    await shop.transit(kind, id, 'deliver', { date: '2026-03-06' });
  } else if (kind === 'pos_sale') await receipt(business, of, body);
  else {
    const id = await shop.register(kind, { ...body, ...further(kind, premises, body) });
    if (kind === 'asset_disposal') await shop.transit(kind, id, 'approve');
    if (kind.endsWith('_transfer')) await shop.transit(kind, id, 'receive', { date: '2026-03-07' });
  }
  return booksOf(business);
}

async function receipt({ shop, premises }: Business, { first, second, price }: Goods, body: object): Promise<void> {
  const [, , till] = [
    ...premises.cashes,
    await shop.register('cash', { account_name: 'Box', cash_type: 1, currency_fk: IQD }),
  ];
  const [safe] = premises.cashes;
  const drawer = { user_fk: 1, date: '2026-03-05', outlet_fk: premises.outlets[0] };
  const drawer_fk = await shop.register('drawer', {
    ...drawer,
    // The float: change is rounded, so it may exceed the amount that was handed over.
    accounts: [{ account_fk: till, safe_account_fk: safe, float_amount: '1000' }],
  });
  const amount = String(Math.ceil(((first + second) * price) / 5) * 10);
  const paid = {
    drawer_fk,
    payments: [
      { method: 'credit', amount: '1' },
      { method: 'cash', amount, account_fk: till },
    ],
  };
  await shop.register('pos_sale', { ...without(body, 'currency_fk', 'rate'), ...paid });
}

/** The fields of a kind beside its lines. */
function further(kind: Split, { outlets, inventories, items, unit }: Premises, body: Body): object {
  const there = { to_outlet_fk: outlets[1], to_inventory_fk: inventories[1] };
  if (kind === 'stock_transfer' || kind === 'sale_transfer') return { ...there, status: 'sent' };
  if (kind === 'asset_disposal') return { disposal_type: 'damaged', status: 'done' };
  const negative = body.lines.map((line) => ({ ...line, quantity: `-${line.quantity}` }));
  if (kind === 'direct_adjustment') return { reason: 'lost', lines: negative };
  const inputs = body.lines.map((line) => ({ ...line, role: 'input' }));
  const made = { role: 'output', item_fk: items[1], unit_fk: unit, quantity: '3' };
  return kind === 'production' ? { lines: [...inputs, made] } : {};
}

const without = (body: object, ...fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));

type Body = ReturnType<typeof documentOf>;

function documentOf(
  { isExact, foreign, price }: Goods,
  premises: Premises,
  day: number,
  quantities: readonly number[],
) {
  const quantity = (thousandths: number) => (isExact ? String(thousandths) : (thousandths / 1000).toFixed(3));
  const currency = foreign ? { currency_fk: USD, rate: isExact ? '1480' : '1480.75' } : { currency_fk: IQD };
  return {
    ...currency,
    outlet_fk: premises.outlets[0],
    inventory_fk: premises.inventories[0],
    date: `2026-03-0${day}`,
    time: '10:00',
    payment_type: 'on_account',
    supplier_fk: premises.suppliers[0],
    customer_fk: premises.customers[0],
    discount: isExact ? null : { type: 'percent', value: '3.3' },
    lines: quantities.map((value) => ({
      item_fk: premises.items[0],
      unit_fk: premises.unit,
      quantity: quantity(value),
      price: isExact ? String(price) : `${price}0.37`,
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
    .flatMap((key) => sums(one[key]).map((sum, index) => sum - (sums(other[key])[index] ?? 0n)))
    .map((value) => (value < 0n ? -value : value))
    .reduce((a, b) => (a > b ? a : b), 0n);
}

/** The minimum of thousandths of a piece × tens of dinars, so that discounts leave an amount above zero. */
const SOME_DINARS = 1_000;

describe('a line that is split in two', () => {
  it.each([...SPLIT, ...SPLIT_MORE])(
    'of a %s results in the same balances, except for the rounding of each line',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(goods, async (of) => {
          // The total is above zero, and that of a receipt above the dinar that is paid on credit.
          fc.pre(of.isExact || (of.first + of.second) * of.price > SOME_DINARS);
          const whole = await split(kind, of, [of.first + of.second]);
          const parts = await split(kind, of, [of.first, of.second]);
          expect(Object.keys(parts.ledger).length).toBeGreaterThan(1);
          // Price × quantity, two discounts and the tax are rounded once in each of two lines, to a dinar or to a cent,
          // which the rate multiplies.
          const rounded = of.isExact ? 2n * (of.foreign ? 1481n : 1n) : 6n * (of.foreign ? 100n * 1481n : 10_000n);
          expect(furthest(parts.ledger, whole.ledger)).toBeLessThanOrEqual(of.isExact ? 2n : rounded);
          expect(furthest(parts.parties, whole.parties)).toBeLessThanOrEqual(of.isExact ? 0n : rounded);
          // The value of bought goods contains the rounding of each line.
          expect(furthest(parts.stock, whole.stock)).toBeLessThanOrEqual(
            kind === 'purchase' && !of.isExact ? rounded : 2n,
          );
        }),
        runs(200),
      );
    },
  );
});

/** Each document has a time of its own: documents of one effective time take effect in the order of their entry (decisions/0229). */
const clock = (index: number) => `${String(6 + Math.floor(index / 6)).padStart(2, '0')}:${(index % 6) * 10 || '00'}:07`;
const WHAT = ['buy', 'buy_with_costs', 'sell', 'count', 'dispose', 'make', 'send', 'sell_over'] as const;
const WIDER = ['expense', 'income', 'move_money', 'journal', 'adjust', 'capital', 'remit', 'dividend'] as const;
const DESK = ['sell', 'buy', 'convert', 'settle_app', 'send_over'] as const;
/** Values of `of` with which a document is complete and received at once, and depends on no earlier document. */
const plainly = (of: number) => 420 * (of % 100_000) + 1;

const documents: fc.Arbitrary<AnyAct[]> = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...WHAT), act).map(([what, each]): Act => ({ ...each, what })),
      fc.tuple(fc.constantFrom(...WIDER), widerAct).map(([wider, each]): WiderAct => ({ ...each, wider })),
      fc.tuple(fc.constantFrom(...DESK), deskAct).map(([desk, each]): DeskAct => ({ ...each, desk })),
    ),
    { minLength: 6, maxLength: 40, size: 'max' },
  )
  .map((all) => all.map((value, index): AnyAct => ({ ...value, of: plainly(value.of), time: clock(index) })));

async function enteredAll(all: readonly AnyAct[], rule?: CostRule): Promise<Business> {
  const business = await openBusiness(true, YEARS, rule);
  for (const anyAct of all) await business.run(anyAct);
  return business;
}

describe('documents that do not depend on each other', () => {
  it('result in the same books in any order of entry, whatever rule values goods', async () => {
    const weights = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(documents, weights, rule, async (all, weights, rule) => {
        const mixed = all.map((anyAct, index) => ({ each: anyAct, weight: weights[index] ?? 0 }));
        const other = mixed.sort((a, b) => a.weight - b.weight).map(({ each }) => each);
        const [one, two] = [await enteredAll(all, rule), await enteredAll(other, rule)];
        expect(two.shop.entered.length).toBe(one.shop.entered.length);
        expect(differing(await booksOf(two), await booksOf(one))).toEqual([]);
      }),
      runs(60),
    );
  });
});

/** The transitions that reverse a document and post it again. Kinds in `REVERSED` are reversed and entered again. */
const AGAIN: Readonly<Record<string, readonly [back: string, again: string]>> = {
  inventory_adjustment: ['return_to_draft', 'approve'],
  asset_disposal: ['disapprove', 'approve'],
  stock_transfer: ['return_to_pending', 'send'],
  sale_transfer: ['return_to_pending', 'send'],
};
const REVERSED = [
  'cash_transfer',
  'general_journal',
  'direct_adjustment',
  'capital_transaction',
  'remittance',
  'dividend',
  'app_settlement',
];
const APPROVED = ['remittance', 'dividend'];

describe('a document that is reversed and posted again', () => {
  it('results in the same books as were known before', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.array(fc.nat(), { minLength: 3, maxLength: 9 }), async (all, chosen) => {
        const business = await enteredAll(all);
        const { shop, books } = business;
        const entered = [...shop.entered];
        const known = await business.head();
        for (const index of chosen) {
          const document = entered[index % Math.max(1, entered.length)];
          if (!document) continue;
          const { kind, id, body } = document;
          const [back, again] = REVERSED.includes(kind)
            ? ['reverse']
            : (AGAIN[kind] ?? ['return_to_draft', 'complete']);
          const isBack = await shop.transit(kind, id, back, { reason: 'wrong' });
          if (again) await shop.transit(kind, id, again, {});
          else if (isBack?.position) {
            const anew = await shop.enter(kind, body);
            if (anew && APPROVED.includes(kind)) await shop.transit(kind, anew.id, 'approve');
          }
        }
        expect(await business.head()).toBeGreaterThan(known);
        await books.catchUp();
        for (const at of ['2026-03-10T10:00:00', '2026-03-20T10:00:00', END]) {
          expect(differing(books.tablesAt(at, books.position), books.tablesAt(at, known))).toEqual([]);
        }
      }),
      runs(60),
    );
  });
});

describe('a command that is sent twice', () => {
  it('is stored once, and the books are the same', async () => {
    await fc.assert(
      fc.asyncProperty(acts(4, 40), fc.boolean(), async (all, allowNegative) => {
        const [once, twice] = [await openBusiness(allowNegative), await openBusiness(allowNegative)];
        twice.shop.sends = 2;
        for (const anyAct of all) {
          await once.run(anyAct);
          await twice.run(anyAct);
        }
        expect(await twice.head()).toBe(await once.head());
        expect(differing(await booksOf(twice), await booksOf(once))).toEqual([]);
      }),
      runs(40),
    );
  });
});
