/** Bills with prices of their own: the supplier is owed what they say, and the goods cost what they say. */
import { describe, expect, it } from 'vitest';
import { CostRules } from '../../domain/costing/rules.ts';
import { returnedKey } from '../../domain/pricing/returned-quantities.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import type { PurchaseInput } from '../../domain/purchasing/purchase.schema.ts';
import { type PurchaseCommand, purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import { stockTransfer } from '../../domain/stock/transit/stock-transfer.ts';
import { redated } from '../../domain/values/prior-period.ts';
import { given } from '../domain/given.ts';
import { openItem, shop } from '../domain/shop.ts';
import { ExampleBooks } from './example-books.ts';
import { PLACE, sold } from './example-documents.ts';

const FIFO = new CostRules([{ from: '', items: [], inventories: [], method: 'fifo' }]);
const OWED = { payment_type: 'on_account' } as const;

type Line = Partial<PurchaseInput['lines'][number]>;
const ordered = (lines: readonly Line[], more: object = {}) =>
  given(purchase).after([
    {
      type: 'enter',
      receive: false,
      input: {
        ...{ ...PLACE, ...OWED, supplier_fk: 8, date: '2026-03-01', ...more },
        lines: lines.map((line) => ({ item_fk: 11, unit_fk: 1, quantity: '1', price: '0', ...line })),
      },
    },
  ]);
const unbilled = (date: string, quantity?: string): PurchaseCommand => ({
  type: 'receive',
  input: { date, billed: false, ...(quantity ? { lines: [{ line_id: 1, quantity }] } : {}) },
});
const bill = (date: string, ...prices: readonly string[]): PurchaseCommand => ({
  type: 'bill',
  input: { date, lines: prices.map((price, index) => ({ line_id: index + 1, price })) },
});

type History = ReturnType<typeof ordered>;

/** What each account holds after all, debits above zero. */
function balances({ rows }: ExampleBooks): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [, , account = '', , debit = '', credit = ''] of rows) {
    const amount = (text: string) => Number(text.replaceAll(',', '') || '0');
    sums[account] = (sums[account] ?? 0) + amount(debit) - amount(credit);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** What waits on goods received not billed, in the system currency and in that of the purchase. */
function waiting(history: History): [string, string] {
  const lines = purchaseDocument
    .postingsOf(history.state(), 'purchase-1')
    .flatMap((posting) => posting.lines)
    .filter(({ account }) => account.key === 'goods-received-not-billed');
  const inAll = (currency: number | undefined, of: 'base' | 'foreign') =>
    String(
      lines
        .filter((line) => currency === undefined || line.currency === currency)
        .reduce((sum, line) => sum + line[of], 0n),
    );
  return [inAll(undefined, 'base'), inAll(2, 'foreign')];
}

describe.each([
  ['at the moving average', undefined],
  ['first in, first out', FIFO],
])('35 pieces at 20,000 before their bill, %s', (_, rules) => {
  it.each([
    ['less', '15000', '20', { payable: -525_000, 'cost-of-goods-sold': 300_000, 'inventory:1': 225_000 }],
    ['more', '25000', '20', { payable: -875_000, 'cost-of-goods-sold': 500_000, 'inventory:1': 375_000 }],
    ['less when everything was sold', '15000', '35', { payable: -525_000, 'cost-of-goods-sold': 525_000 }],
    ['nothing', '0', '20', {}],
  ])('cost what the bill says: %s', (_, price, count, expected) => {
    const books = new ExampleBooks(rules);
    const came = ordered([{ quantity: '35', price: '20000' }]).after([unbilled('2026-03-02')]);
    books.post('purchase-1', came);
    books.post('sale-1', sold(count, '30000', '2026-03-05'));
    const billed = came.after([bill('2026-03-10', price)]);
    books.post('purchase-1', billed);
    const { receivable, sales, ...rest } = balances(books);
    expect(rest).toEqual(expected);
    expect(waiting(billed)).toEqual(['0', '0']);
  });

  it('in dollars: the rate of the purchase stays, whatever the rate on the day of the bill', () => {
    const books = new ExampleBooks(rules);
    const dollars = { currency_fk: 2, rate_fk: 4 };
    const came = ordered([{ quantity: '35', price: '20' }], dollars).after([unbilled('2026-03-02')]);
    books.post('purchase-1', came);
    books.post('sale-1', sold('20', '30000', '2026-03-05'));
    const billed = came.after(
      [bill('2026-03-10', '15.01')],
      shop({ records: { 'currency_rate-4': { rate: '1600' } } }),
    );
    books.post('purchase-1', billed);
    const { receivable, sales, ...rest } = balances(books);
    const value = 35 * 15.01 * 1490;
    expect(rest['payable']).toBeCloseTo(-value, 3);
    expect(rest['cost-of-goods-sold']).toBeCloseTo((value * 20) / 35, 3);
    expect(rest['inventory:1']).toBeCloseTo((value * 15) / 35, 3);
    expect(Object.keys(rest)).toHaveLength(3);
    expect(waiting(billed)).toEqual(['0', '0']);
  });

  it('in another inventory too: 10 of them were moved', () => {
    const books = new ExampleBooks(rules);
    const came = ordered([{ quantity: '35', price: '20000' }]).after([unbilled('2026-03-02')]);
    books.post('purchase-1', came);
    const moved = given(stockTransfer).after([
      {
        type: 'enter_sent',
        input: {
          ...{ outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 2, to_inventory_fk: 2, date: '2026-03-04' },
          lines: [{ item_fk: 11, unit_fk: 1, quantity: '10' }],
        },
      },
      { type: 'receive', input: { date: '2026-03-04' } },
    ]);
    books.post('stock_transfer-1', moved);
    books.post('sale-1', sold('20', '30000', '2026-03-05'));
    books.post('purchase-1', came.after([bill('2026-03-10', '15000')]));
    const after = balances(books);
    expect([after['inventory:1'], after['inventory:2'], after['cost-of-goods-sold']]).toEqual([
      75_000, 150_000, 300_000,
    ]);
  });
});

describe('a purchase that is billed in parts', () => {
  const parts = ordered([{ quantity: '100', price: '1000' }]).after([
    unbilled('2026-03-02', '40'),
    bill('2026-03-03', '900'),
    unbilled('2026-03-04'),
    bill('2026-03-05', '1100'),
  ]);
  it('owes each part at the price of its bill, and its goods cost that', () => {
    const books = new ExampleBooks(FIFO);
    books.post('purchase-1', parts);
    expect(balances(books)).toEqual({ payable: -102_000, 'inventory:1': 102_000 });
    books.post('sale-1', sold('40', '3000', '2026-03-08'));
    expect(balances(books)).toMatchObject({ 'cost-of-goods-sold': 36_000, 'inventory:1': 66_000 });
    expect(waiting(parts)).toEqual(['0', '0']);
  });
  it('shows what it comes to', () => {
    expect(parts.state()).toMatchObject({
      billed_lines: [{ line_id: 1, price: '1100', gross_amount: '102000', discount_amount: '0', tax_amount: '0' }],
    });
  });
  it('gives back the price of the parts that go back, the oldest first', () => {
    const price = (before: string, count: string, history = parts) =>
      returned(history, before, count).map(({ price, gross_amount, goods_base }) => [price, gross_amount, goods_base]);
    expect(price('0', '30')).toEqual([['900', '27000', '27000']]);
    expect(price('30', '20')).toEqual([['1000', '20000', '20000']]);
    expect(price('50', '50')).toEqual([['1100', '55000', '55000']]);
  });
  it('shares a discount of the whole purchase over what was billed before too', () => {
    const both = ordered(
      [
        { quantity: '1', price: '10000' },
        { item_fk: 12, quantity: '1', price: '10000' },
      ],
      { discount: { type: 'amount', value: '1000' } },
    ).after([
      unbilled('2026-03-02', '1'),
      { type: 'bill', input: { date: '2026-03-03', lines: [{ line_id: 1, price: '30000' }] } },
      unbilled('2026-03-04'),
      { type: 'bill', input: { date: '2026-03-05' } },
    ]);
    const books = new ExampleBooks();
    books.post('purchase-1', both);
    expect(balances(books)).toEqual({ payable: -39_000, 'inventory:1': 39_000 });
  });
});

/** The lines of a return of the first line, after so many went back before. */
function returned(history: History, before: string, count: string) {
  const facts = shop({
    documents: { 'purchase-1': history.state() },
    openItems: [openItem('purchase-1', '1000', null, '2026-03-01')],
    levels: { [returnedKey('purchase-1', 1)]: before },
  });
  const input = {
    ...{ ...PLACE, ...OWED, purchase_fk: 1, supplier_fk: 8, date: '2026-03-09' },
    lines: [{ purchase_line_id: 1, quantity: count }],
  };
  const state = given(purchaseReturn)
    .after([{ type: 'enter', input }], facts)
    .state();
  return state.status === 'complete' ? state.data.lines : [];
}

describe('goods that go back', () => {
  it('before a bill that says less were given back at the old price, and nothing is left over: 20 of 100 at 1,000, billed at 900', () => {
    const books = new ExampleBooks();
    const came = ordered([{ quantity: '100', price: '1000' }]).after([unbilled('2026-03-02')]);
    books.post('purchase-1', came);
    const input = {
      ...{ ...PLACE, ...OWED, purchase_fk: 1, supplier_fk: 8, date: '2026-03-03' },
      lines: [{ purchase_line_id: 1, quantity: '20' }],
    };
    const facts = { documents: { 'purchase-1': came.state() } };
    books.post('purchase_return-1', given(purchaseReturn).after([{ type: 'enter', input }], shop(facts)));
    const levels = { 'returned_unbilled:purchase-1:1': '20' };
    const billed = came.after([bill('2026-03-10', '900')], { ...shop({ levels }), ownId: 1 });
    books.post('purchase-1', billed);
    expect(balances(books)).toEqual({ payable: -72_000, 'inventory:1': 72_000 });
    // 20,000 went back unbilled, and 72,000 are owed.
    expect(billed.state()).toMatchObject({ billed_lines: [{ gross_amount: '92000' }] });
  });

  it('after the bill are given back at its price, with its discounts and taxes', () => {
    const terms = { tax_fk: 2, discount: { type: 'percent', value: '10' } } as const;
    const history = ordered([{ quantity: '10', bonus_quantity: '2', price: '1000', ...terms }]).after([
      unbilled('2026-03-02'),
      bill('2026-03-03', '800'),
    ]);
    expect(returned(history, '0', '5')).toMatchObject([
      // 5 of 10 at 800 less 10 %, with 5 % tax that is a cost; 5 of the 12 that came are 5/12 of 7,560.
      { price: '800', gross_amount: '4000', discount_amount: '400', tax_amount: '180', goods_base: '3150' },
    ]);
    const books = new ExampleBooks();
    books.post('purchase-1', history);
    expect(balances(books)).toEqual({ payable: -7560, 'inventory:1': 7560 });
  });
});

describe('an allowance of the supplier', () => {
  const bought = (date = '2026-03-01') =>
    given(purchase).after([
      {
        type: 'enter',
        receive: true,
        input: {
          ...{ ...PLACE, ...OWED, supplier_fk: 8, date },
          lines: [{ item_fk: 11, unit_fk: 1, quantity: '100', price: '1000' }],
        },
      },
    ]);
  const allow = (amount: string, more: object = {}): PurchaseCommand => ({
    type: 'apply_allowance',
    input: { ...{ cost_id: 1, amount, currency_fk: 1, ...OWED, date: '2026-03-20', reason: 'rebate' }, ...more },
  });
  const open = (amount: string, day = '2026-03-01', currency = 1) => ({
    ...shop({ levels: { [`open:supplier-8:${currency}:${day}:purchase-1`]: amount } }),
    ownId: 1,
  });
  const sale = (count: string) => sold(count, '3000', '2026-03-05');
  const rest = (books: ExampleBooks) => {
    const { receivable, sales, ...others } = balances(books);
    return others;
  };

  it.each([
    ['40,000 of 100,000, 40 of 100 sold', '40000', '40', { 'cost-of-goods-sold': 24_000, 'inventory:1': 36_000 }],
    ['all that the goods cost', '100000', '40', {}],
    ['10,000, everything sold', '10000', '100', { 'cost-of-goods-sold': 90_000 }],
  ])('lowers what the goods cost and what is owed: %s', (_, amount, count, expected) => {
    for (const rules of [undefined, FIFO]) {
      const books = new ExampleBooks(rules);
      books.post('purchase-1', bought());
      books.post('sale-1', sale(count));
      const allowed = bought().after([allow(amount)], open('100000'));
      books.post('purchase-1', allowed);
      const payable = Number(amount) - 100_000;
      expect(rest(books)).toEqual({ ...expected, ...(payable === 0 ? {} : { payable }) });
      const [, entered] = purchaseDocument.postingsOf(allowed.state(), 'purchase-1');
      expect(entered?.openItems.map(({ date, amount }) => [date, String(amount)])).toEqual([
        ['2026-03-01', `-${amount}0000`],
      ]);
    }
  });

  it('is a credit with the supplier as far as the purchase was paid, and money where it came back', () => {
    const paid = bought().after([allow('40000')], open('15000'));
    const books = new ExampleBooks();
    books.post('purchase-1', paid);
    expect(rest(books)).toEqual({ payable: -85_000, 'supplier-advances': 25_000, 'inventory:1': 60_000 });
    const [, entered] = purchaseDocument.postingsOf(paid.state(), 'purchase-1');
    expect(entered?.openItems).toMatchObject([
      { date: '2026-03-01', amount: -150_000_000n },
      { date: '2026-03-20', amount: -250_000_000n, credit: true },
    ]);
    const cash = new ExampleBooks();
    cash.post('purchase-1', bought().after([allow('40000', { payment_type: 'cash', account_fk: 3 })], open('100000')));
    expect(rest(cash)).toEqual({ payable: -100_000, 'cash:3': 40_000, 'inventory:1': 60_000 });
  });

  it('in dollars ends at zero with its debt, whatever the parts', () => {
    const dollars = { currency_fk: 2, rate_fk: 4 };
    const came = ordered([{ quantity: '3', price: '33.33' }], dollars).after([
      { type: 'receive', input: { date: '2026-03-02', lines: [{ line_id: 1, quantity: '1' }] } },
      { type: 'receive', input: { date: '2026-03-03' } },
    ]);
    const allowed = came.after([allow('10.01', { currency_fk: 2 })], open('99.99', '2026-03-01', 2));
    const books = new ExampleBooks();
    books.post('purchase-1', allowed);
    expect(rest(books)['payable']).toBeCloseTo(-(99.99 - 10.01) * 1490, 3);
    expect(rest(books)['inventory:1']).toBeCloseTo((99.99 - 10.01) * 1490, 3);
    expect(waiting(allowed)[0]).toBe('0');
  });

  it('waits for goods that have not come, and goes to those that stayed', () => {
    const parts = ordered([{ quantity: '100', price: '1000' }]).after([
      { type: 'receive', input: { date: '2026-03-02', lines: [{ line_id: 1, quantity: '25' }] } },
    ]);
    const allowed = parts.after([allow('40000')], open('25000'));
    const books = new ExampleBooks();
    books.post('purchase-1', allowed);
    expect(rest(books)).toMatchObject({ 'inventory:1': 15_000, 'goods-received-not-billed': -30_000 });
    const all = allowed.after([{ type: 'receive', input: { date: '2026-03-25' } }]);
    books.post('purchase-1', all);
    expect(rest(books)).toEqual({ payable: -75_000, 'supplier-advances': 15_000, 'inventory:1': 60_000 });
  });

  it('is never more than the goods cost, in all and of each line, with what was added to them', () => {
    const facts = open('100000');
    bought().when(allow('100001'), facts).isRefused('amount: allowance_more_than_goods');
    const first = bought().after([allow('60000')], facts);
    first.when(allow('40001', { cost_id: 2 }), facts).isRefused('amount: allowance_more_than_goods');
    first.when(allow('40000', { cost_id: 2 }), facts).gives('purchase.cost_entered', 'purchase.cost_shared');
    const freight = {
      cost_id: 3,
      cost_type: 'freight',
      amount: '500',
      currency_fk: 1,
      ...OWED,
      supplier_fk: 9,
    } as const;
    const landed = first.after([{ type: 'apply_cost', input: freight }, allow('40500', { cost_id: 2 })], facts);
    landed.when({ type: 'withdraw_cost', cost_id: 3, reason: 'wrong' }).isRefused(': allowance_more_than_goods');
    const two = ordered([
      { quantity: '10', price: '1000' },
      { item_fk: 12, quantity: '10', price: '100' },
    ]).after([{ type: 'receive', input: { date: '2026-03-02' } }]);
    const byHand = { share_by: 'hand', shares: [{ line_id: 2, amount: '1001' }] };
    two.when(allow('1001', byHand), open('11000')).isRefused('amount: allowance_more_than_goods');
    const unpaid = ordered([{ quantity: '100', price: '1000' }]).after(
      [unbilled('2026-03-02'), allow('60000')],
      open('0'),
    );
    unpaid.when(bill('2026-03-21', '599')).isRefused(': allowance_more_than_goods');
    unpaid.when(bill('2026-03-21', '600')).gives('purchase.billed', 'purchase.cost_shared');
    two.when(allow('2200', { share_by: 'quantity' }), open('11000')).isRefused('amount: allowance_more_than_goods');
    const fits = two.after(
      [allow('1000', { share_by: 'hand', shares: [{ line_id: 2, amount: '1000' }] })],
      open('11000'),
    );
    const books = new ExampleBooks();
    books.post('purchase-1', fits);
    expect(rest(books)).toEqual({ payable: -10_000, 'inventory:1': 10_000 });
  });

  it('is taken back as if it had never been, and keeps its purchase from returning to draft', () => {
    const facts = open('100000');
    const allowed = bought().after([allow('40000')], facts);
    allowed.when(allow('40000'), facts).givesNothing();
    allowed.when({ type: 'return_to_draft', reason: 'wrong' }).isRefused(': allowance_stands');
    const back = allowed.after([{ type: 'withdraw_cost', cost_id: 1, reason: 'not given after all' }]);
    const sums = purchaseDocument
      .postingsOf(back.state(), 'purchase-1')
      .flatMap(({ lines }) => lines)
      .reduce((sum, { account, base }) => (account.key === 'inventory' ? sum + base : sum), 0n);
    expect(sums).toBe(1_000_000_000n);
    back.when(allow('40000'), facts).isRefused('cost_id: unique');
    allowed
      .when(allow('40000', { cost_id: 2 }), { ...facts, confirmed: false })
      .isRefused('amount: cost_entered_already');
  });

  it('as a credit has a day of its own beside debts of the purchase to the same supplier', () => {
    bought()
      .when(allow('40000', { date: '2026-03-01' }), open('15000'))
      .isRefused('date: credit_on_own_day');
    bought().when(allow('40000'), open('900', '2026-03-20')).isRefused('date: credit_on_own_day');
    const freight = { cost_id: 3, cost_type: 'other', amount: '500', currency_fk: 1, ...OWED, supplier_fk: 8 } as const;
    bought()
      .when({ type: 'apply_cost', input: { ...freight, date: '2026-03-20' } }, open('-25000', '2026-03-20'))
      .isRefused('date: credit_on_own_day');
  });

  it('of a closed year leaves it as it was', () => {
    const books = new ExampleBooks();
    const first = bought('2025-11-10');
    books.post('purchase-1', first);
    books.post('sale-1', sold('40', '3000', '2025-12-05'));
    const { events } = first.after([allow('40000', { date: '2026-01-20' })], open('100000', '2025-11-10'));
    const openDay = (day: string) => (day < '2026' ? '2026-01-01' : undefined);
    const closed = books.rows.length;
    books.post('purchase-1', {
      events: events.map((event) => (event.type === 'purchase.cost_shared' ? redated(event, openDay) : event)),
    });
    expect(books.rows.slice(closed).every(([, day = '']) => day >= '2026')).toBe(true);
    expect(rest(books)).toEqual({ payable: -60_000, 'cost-of-goods-sold': 24_000, 'inventory:1': 36_000 });
  });
});

describe('a bill with prices', () => {
  const two = ordered([
    { quantity: '10', price: '1000' },
    { item_fk: 12, quantity: '4', price: '500' },
  ]);
  const first = two.after([unbilled('2026-03-02', '10')]);
  it('refuses lines that it does not bill, and discounts above its amounts', () => {
    const lines = (...ids: readonly number[]) => ids.map((line_id) => ({ line_id, price: '900' }));
    const refused = (ids: readonly number[]) => first.when({ type: 'bill', input: { lines: lines(...ids) } });
    refused([7]).isRefused('lines.0.line_id: unknown_line');
    refused([1, 2]).isRefused('lines.1.line_id: line_not_in_bill');
    refused([1, 1]).isRefused('lines.1.line_id: unique');
    ordered([{ quantity: '10', price: '1000' }], { discount: { type: 'amount', value: '5000' } })
      .after([unbilled('2026-03-02')])
      .when(bill('2026-03-03', '400'))
      .isRefused('discount: discount_above_amount');
  });
  it('is as before when they are those of the purchase', () => {
    const [event] = first.when(bill('2026-03-03', '1000')).gives('purchase.billed');
    expect(event?.data).not.toHaveProperty('prices');
  });
  it('is paid at once at its price where the purchase is paid in cash', () => {
    const cash = ordered([{ quantity: '10', price: '1000' }], { payment_type: 'cash', account_fk: 3 });
    const state = cash.after([unbilled('2026-03-02'), bill('2026-03-03', '900')]).state();
    expect(purchaseDocument.ownParts?.(state)?.atOnce).toBe(90_000_000n);
  });
  it('of a closed year leaves it as it was; the open one takes the difference to what holds it now', () => {
    const books = new ExampleBooks();
    const came = ordered([{ quantity: '35', price: '20000' }], { date: '2025-11-10' }).after([unbilled('2025-11-10')]);
    books.post('purchase-1', came);
    books.post('sale-1', sold('20', '30000', '2025-12-05'));
    const closed = books.rows.length;
    const openDay = (day: string) => (day < '2026' ? '2026-01-01' : undefined);
    const { events } = came.after([bill('2026-01-20', '15000')]);
    books.post('purchase-1', {
      events: events.map((event) => (event.type === 'purchase.cost_shared' ? redated(event, openDay) : event)),
    });
    expect(
      books.rows
        .slice(closed)
        .map(([, day]) => day)
        .filter((day) => (day ?? '') < '2026'),
    ).toEqual([]);
    const { receivable, sales, ...rest } = balances(books);
    expect(rest).toEqual({ payable: -525_000, 'cost-of-goods-sold': 300_000, 'inventory:1': 225_000 });
  });
});
