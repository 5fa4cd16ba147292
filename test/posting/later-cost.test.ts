/** Later costs of a purchase: the order of commands never changes what the goods are worth in the end. */
import { describe, expect, it } from 'vitest';
import { CostBook } from '../../domain/costing/cost-book.ts';
import { returnedKey } from '../../domain/pricing/returned-quantities.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { type PurchaseCommand, purchase } from '../../domain/purchasing/purchase.ts';
import { printMoney, sum, toMoney } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { IQD } from '../../domain/values/rate.ts';
import { given } from '../domain/given.ts';
import { RECORDS, shop } from '../domain/shop.ts';

const PLACE = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1, date: '2026-03-01' };
const OWED = { payment_type: 'on_account', supplier_fk: 8 } as const;

type Lines = readonly { readonly line_id: number; readonly quantity: string }[];
const SIZED = shop({ records: { ...RECORDS, 'item-11': { ...RECORDS['item-11'], volume: '0.002' } } });
const ordered = (...lines: readonly (readonly [item: number, count: string, price: string])[]) =>
  given(purchase).after(
    [
      {
        type: 'enter',
        receive: false,
        input: {
          ...{ ...PLACE, ...OWED },
          lines: lines.map(([item_fk, count, price]) => ({ item_fk, unit_fk: 1, quantity: count, price })),
        },
      },
    ],
    SIZED,
  );
const receive = (date: string, lines?: Lines): PurchaseCommand => ({
  type: 'receive',
  input: { date, ...(lines ? { lines: [...lines] } : {}) },
});
const cost = (amount: string, more: object = {}): PurchaseCommand => ({
  type: 'apply_cost',
  input: {
    ...{ cost_id: 1, cost_type: 'freight', amount, currency_fk: 1, ...OWED, supplier_fk: 9, share_by: 'quantity' },
    ...more,
  },
});
const withdraw: PurchaseCommand = { type: 'withdraw_cost', cost_id: 1, reason: 'typed 5,000 for 500' };
const close: PurchaseCommand = { type: 'close' };
const returned = (...counts: readonly string[]): PurchaseCommand => ({
  type: 'share_costs',
  returned: counts.map((count, index) => ({ line_id: index + 1, quantity: count })),
});
/** Facts in which goods of the lines went back before. */
const gone = (...counts: readonly string[]) => {
  const levels = counts.map((count, index) => [returnedKey('purchase-1', index + 1), count]);
  return { ...shop({ levels: Object.fromEntries(levels) }), ownId: 1 };
};

type History = ReturnType<typeof ordered>;

/** By receipt and line, in dinars: what the receipts took from later costs. */
function shares(history: History): Record<string, string> {
  const state = history.state();
  const sums = new Map<string, bigint>();
  const postings = state.status === 'complete' || state.status === 'closed' ? postingsOf(history) : [];
  for (const { line, posted } of postings.flatMap(({ movements }) => movements)) {
    if (line % 10_000_000 < 2_000_000) continue;
    const key = `${Math.floor(line / 10_000_000)}:${line % 100_000}`;
    sums.set(key, (sums.get(key) ?? 0n) + posted);
  }
  return Object.fromEntries(
    [...sums].filter(([, value]) => value !== 0n).map(([key, value]) => [key, printMoney(toMoney(value))]),
  );
}
const postingsOf = (history: History) => purchaseDocument.postingsOf(history.state(), 'purchase-1');

/** What waits: goods received not billed, and what creditors are owed. */
function left(history: History): Record<string, string> {
  const lines = postingsOf(history).flatMap((posting) => posting.lines);
  const of = (key: string) =>
    printMoney(sum(lines.filter(({ account }) => account.key === key).map(({ base }) => base)));
  return { waiting: of('goods-received-not-billed'), owed: of('payable') };
}

const FREIGHT = { '0:1': '10000', '1:1': '50000', '2:1': '40000' };

describe('freight of 100,000 over 1,000 pieces that come in three parts', () => {
  const parts = [
    receive('2026-03-02', [{ line_id: 1, quantity: '100' }]),
    receive('2026-03-03', [{ line_id: 1, quantity: '600' }]),
    receive('2026-03-04'),
  ];
  it.each([0, 1, 2, 3])('is shared as 10,000, 50,000 and 40,000 when it is entered after %i of them', (before) => {
    for (const share_by of ['quantity', 'value', 'weight', 'volume', 'hand'] as const) {
      const more = { share_by, ...(share_by === 'hand' ? { shares: [{ line_id: 1, amount: '100000' }] } : {}) };
      const commands = [...parts.slice(0, before), cost('100000', more), ...parts.slice(before)];
      const history = ordered([11, '1000', '100']).after(commands);
      expect(shares(history)).toEqual(FREIGHT);
      expect(left(history)).toEqual({ waiting: '0', owed: '-200000' });
    }
  });

  it('waits for the goods that have not come', () => {
    const history = ordered([11, '1000', '100']).after([...parts.slice(0, 1), cost('100000')]);
    expect(shares(history)).toEqual({ '0:1': '10000' });
    expect(left(history)).toEqual({ waiting: '90000', owed: '-110000' });
  });

  it('goes to what came when the rest is closed, and waits again when the purchase is opened', () => {
    const first = ordered([11, '1000', '100']).after([...parts.slice(0, 1), cost('100000'), close]);
    expect(shares(first)).toEqual({ '0:1': '100000' });
    expect(left(first)).toEqual({ waiting: '0', owed: '-110000' });
    const opened = first.after([{ type: 'open', reason: 'more came' }, ...parts.slice(1)]);
    expect(shares(opened)).toEqual(FREIGHT);
    ordered([11, '1000', '100'])
      .after([cost('100000')])
      .when(close)
      .isRefused(': cost_waits_for_goods');
  });

  it('in dollars adds up to its debt in dinars, whatever the parts', () => {
    const dollars = { currency_fk: 2, rate_fk: 4 };
    for (const before of [0, 1, 2, 3]) {
      const commands = [...parts.slice(0, before), cost('33.33', dollars), ...parts.slice(before)];
      const history = ordered([11, '1000', '100']).after(commands);
      expect(left(history)['waiting']).toBe('0');
      expect(shares(history)).toEqual({ '0:1': '4961.7', '1:1': '24838.3', '2:1': '19861.7' });
    }
  });
});

describe('a sale between two parts', () => {
  it('bears its own share of the cost only: 100 of 1,000 sold, 200,000 entered before the rest came', () => {
    const history = ordered([11, '1000', '1000']).after([
      receive('2026-03-02', [{ line_id: 1, quantity: '100' }]),
      cost('200000'),
      receive('2026-03-04'),
    ]);
    const book = new CostBook();
    const postings = postingsOf(history);
    const sold = {
      effective: '2026-03-03T12:00:00',
      lines: [],
      openItems: [],
      movements: [
        {
          ...{ line: 1, pool: { kind: 'stock', item: 11, inventory: 1 }, quantity: quantity('-100'), posted: 0n },
          ...{ valued: { by: 'average' }, contra: { key: 'cost-of-goods-sold' }, outlet: 1 },
        },
      ],
    };
    book.apply(1n, 'sale-1', sold as never, IQD);
    for (const [index, posting] of postings.entries()) book.apply(BigInt(index + 2), 'purchase-1', posting, IQD);
    const movement = book.books.flatMap(({ movements }) => movements).find(({ document }) => document === 'sale-1');
    expect(printMoney(movement?.value ?? toMoney(0n))).toBe('-120000');
    expect(book.books[0]?.parts.map(({ value }) => printMoney(toMoney(value)))).toEqual(['1080000']);
  });
});

describe('goods that went back give their share to what stayed', () => {
  const two = ordered([11, '10', '1000'], [12, '10', '1000']).after([receive('2026-03-02')]);
  it('all of A: 5,000 of freight goes to B, whichever was entered first', () => {
    expect(shares(two.after([cost('5000')], gone('10')))).toEqual({ '0:2': '5000' });
    expect(shares(two.after([cost('5000'), returned('10', '0')]))).toEqual({ '0:2': '5000' });
  });
  it('half of A: 6,000 over fifteen pieces is 400 for each', () => {
    expect(shares(two.after([cost('6000')], gone('5')))).toEqual({ '0:1': '2000', '0:2': '4000' });
    expect(shares(two.after([cost('6000'), returned('5', '0')]))).toEqual({ '0:1': '2000', '0:2': '4000' });
  });
  it('and take it again when the return is taken back; where nothing stayed the share stays', () => {
    const back = two.after([cost('5000'), returned('10', '0')]);
    expect(shares(back.after([returned('0', '0')]))).toEqual({ '0:1': '2500', '0:2': '2500' });
    expect(shares(back.after([returned('10', '10')]))).toEqual({ '0:1': '2500', '0:2': '2500' });
    back.when(returned('10', '0')).givesNothing();
  });
  it('by hand: the share of a line of which nothing stayed goes to the other lines', () => {
    const byHand = { share_by: 'hand', shares: [1, 2].map((line_id) => ({ line_id, amount: '2500' })) };
    expect(shares(two.after([cost('5000', byHand), returned('10', '0')]))).toEqual({ '0:2': '5000' });
    expect(shares(two.after([cost('5000', byHand), returned('5', '0')]))).toEqual({ '0:1': '2500', '0:2': '2500' });
  });
});

describe('a later cost that is taken back', () => {
  const bought = ordered([11, '10', '1000']).after([receive('2026-03-02')]);
  it('leaves the goods and its creditor as they were, and is entered right under another number', () => {
    const wrong = bought.after([cost('5000')]);
    const back = wrong.after([withdraw]);
    expect([shares(back), left(back)]).toEqual([{}, { waiting: '0', owed: '-10000' }]);
    back.when(withdraw).givesNothing();
    back.when(cost('500')).isRefused('cost_id: unique');
    const right = back.after([cost('500', { cost_id: 2 })]);
    expect([shares(right), left(right)]).toEqual([{ '0:1': '500' }, { waiting: '0', owed: '-10500' }]);
    bought.when(withdraw).isRefused('cost_id: unknown_cost');
    right.when({ ...withdraw, cost_id: 7 }).isRefused('cost_id: unknown_cost');
  });
  it('leaves another cost of the purchase in place, and nothing waits for later parts', () => {
    const parts = ordered([11, '10', '1000']).after([
      receive('2026-03-02', [{ line_id: 1, quantity: '4' }]),
      cost('5000'),
      cost('700', { cost_id: 2, cost_type: 'customs' }),
      withdraw,
      receive('2026-03-03'),
    ]);
    expect([shares(parts), left(parts)]).toEqual([
      { '0:1': '280', '1:1': '420' },
      { waiting: '0', owed: '-10700' },
    ]);
  });
});

describe('the money of a later cost', () => {
  it('is of its own day, and so is its debt; the value is of the day of the receipt', () => {
    const history = ordered([11, '10', '1000']).after([receive('2026-03-02'), cost('500', { date: '2026-03-19' })]);
    const [, entered, shared] = postingsOf(history);
    expect([entered?.effective, shared?.effective]).toEqual(['2026-03-19T23:59:00', '2026-03-02T00:00:00']);
    expect(entered?.openItems.map(({ date, document }) => [date, document])).toEqual([['2026-03-19', 'purchase-1']]);
  });
});
