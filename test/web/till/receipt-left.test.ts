/** A corrected receipt has the payments of the first one, and a payable difference. */
import { expect, it } from 'vitest';
import { changeOf } from '../../../domain/till/receipts/change.ts';
import { money, printMoney } from '../../../domain/values/money.ts';
import {
  batchesSaid,
  countBack,
  isChoice,
  isChosen,
  linesBack,
  linesLeft,
  paidAgain,
  paidLeft,
  refundedLines,
  returnedAmount,
} from '../../../web/till/office/receipt-left.ts';
import { paymentsOf, soldAgain } from '../../../web/till/office/sold-again.ts';

const paid = (credit: string, app: string, cash: string) => ({
  credit: money(credit),
  app: money(app),
  cash: money(cash),
});
const shown = (all: ReturnType<typeof paid>) => Object.values(all).map(printMoney);
const STEP = money('250');

type Amounts = readonly [credit: string, app: string, cash: string];

it.each<[what: string, before: Amounts, total: string, after: Amounts]>([
  ['less, in cash', ['0', '1000', '3000'], '3500', ['0', '1000', '2500']],
  ['less than what the app paid', ['0', '4000', '0'], '3000', ['0', '3000', '0']],
  ['more, which is cash', ['0', '4000', '0'], '4750', ['0', '4000', '750']],
  ['less on account', ['4000', '0', '1000'], '3000', ['3000', '0', '0']],
  ['less by what cannot be handed out', ['0', '0', '28100'], '27000', ['0', '0', '27100']],
  ['more by what cannot be handed over', ['0', '0', '4000'], '4100', ['0', '0', '4250']],
])('%s', (_, before, total, after) => {
  const again = paidAgain(paid(...before), money(total), STEP);
  expect(shown(again)).toEqual(after);
  expect(changeOf(money(total), again.cash, (money(after[0]) + money(after[1])) as never, STEP)).toBeDefined();
});

const receipt = {
  ...{ change_amount: '1500', discount: null, promotions: [{ promotion_fk: 4 }, { promotion_fk: 5 }] },
  payments: [
    { method: 'cash', amount: '20', currency_fk: 2, rate: '1480', account_fk: 3 },
    { method: 'app', amount: '1000', currency_fk: 1, rate: null },
  ],
  lines: [
    { line_id: 1, item_fk: 7, unit_fk: 1, quantity: '4', price: '1000', discount: null, tax_percent: null },
    { line_id: 2, item_fk: 8, unit_fk: 1, quantity: '0', bonus_quantity: '1', price: '0', promotion_fk: 4 },
  ],
  refunds: [
    {
      lines: [{ line_id: 1, quantity: '1' }],
      payments: [{ method: 'app', amount: '1000', currency_fk: 1, rate: null }],
    },
  ],
};

it('computes the remaining amount of each method of payment and of each line, in the system currency', () => {
  expect(shown(paidLeft(receipt, 1) as never)).toEqual(['0', '0', '28100']);
  expect(linesLeft(receipt).map(({ left, bonusLeft }) => [left, bonusLeft])).toEqual([
    ['3', null],
    [null, '1'],
  ]);
});

it('refunds the free goods with the rest, and as many of them as are typed', () => {
  const lines = linesLeft(receipt);
  expect(refundedLines(lines, {})).toBeUndefined();
  expect(refundedLines(lines, { 'quantity 1': '2' })).toEqual([
    { line_id: 1, item_fk: 7, unit_fk: 1, quantity: '2' },
    { line_id: 2, item_fk: 8, unit_fk: 1, quantity: '0', bonus_quantity: '1' },
  ]);
  expect(refundedLines(lines, { 'bonus_quantity 2': '0' })).toMatchObject([{ line_id: 1, quantity: '3' }]);
  expect(refundedLines(lines, { 'quantity 1': '0', 'bonus_quantity 2': '0' })).toEqual([]);
});

it('has what is left of a box in pieces after pieces came back, at the price of a piece, and in a chosen unit', () => {
  const box = { line_id: 1, item_fk: 7, unit_fk: 2, unit_factor: '12', quantity: '2', price: '12000' };
  const pieces = { lines: [{ line_id: 1, unit_fk: 1, unit_factor: '1', quantity: '5' }] };
  const shown = (data: object, unit?: { unit_fk: number; unit_factor: string }) =>
    linesLeft({ ...receipt, lines: [box], ...data }, unit && new Map([[1, unit]])).map(({ left, fields }) => [
      ...[left, fields['unit_fk'], fields['price']],
    ]);
  expect(shown({ refunds: [] })).toEqual([['2', 2, '12000']]);
  expect(shown({ refunds: [pieces] })).toEqual([['19', 1, '1000']]);
  expect(shown({ refunds: [] }, { unit_fk: 1, unit_factor: '1' })).toEqual([['24', 1, '1000']]);
  const lines = linesLeft({ ...receipt, lines: [box], refunds: [] }, new Map([[1, { unit_fk: 1, unit_factor: '1' }]]));
  expect(refundedLines(lines, { 'quantity 1': '7' })).toEqual([{ line_id: 1, item_fk: 7, unit_fk: 1, quantity: '7' }]);
  expect(linesBack({ lines: [box], refunds: [pieces] })).toMatchObject([{ quantity: '5', fields: { unit_fk: 1 } }]);
});

it('names the batches of each line without what has come back of them', () => {
  const batch = { batch_number: 'B7', expire_date: '2027-12-31', quantity: '4' };
  const sold = { ...receipt, status: 'complete', batches: [{ ...batch, move_line_id: 1 }] };
  expect(linesLeft(sold).map(({ batches }) => batches)).toEqual([[{ ...batch, quantity: '3' }], []]);
});

it('sells it again with its promotions or without what they gave, and nothing of what is no amount', () => {
  const typed = (quantity: string) =>
    linesLeft(receipt).map((line) => ({ line, quantity: line.left === null ? '0' : quantity, price: '900' }));
  const again = soldAgain(receipt, typed('2'), { promoted: true, decimals: 0 });
  expect(again).toMatchObject({
    lines: [
      { item_fk: 7, quantity: '2', price: '900', bonus_quantity: null },
      { item_fk: 8, quantity: '0', bonus_quantity: '1', promotion_fk: 4 },
    ],
    promotions: [{ promotion_fk: 5 }],
  });
  expect(again && printMoney(again.total)).toBe('1800');
  expect(soldAgain(receipt, typed('2'), { promoted: false, decimals: 0 })).toMatchObject({
    lines: [{ item_fk: 7 }],
    promotions: [],
  });
  expect(soldAgain(receipt, typed('two'), { promoted: true, decimals: 0 })).toBeUndefined();
  const cash = [
    { account_fk: 3, amount: '' },
    { account_fk: 4, amount: '250' },
  ];
  expect(paymentsOf({ credit: '0', app: '500', reference: ' A1 ', cash })).toEqual([
    { method: 'cash', amount: '250', account_fk: 4 },
    { method: 'app', amount: '500', reference_number: 'A1' },
  ]);
});

it('says of which lines something came back, with all refunds and free goods together', () => {
  const lines = [
    { line_id: 1, item_fk: 11, quantity: '3', bonus_quantity: '1' },
    { line_id: 2, item_fk: 12, quantity: '2' },
    { line_id: 3, item_fk: 13, quantity: '0.5' },
  ];
  const refunds = [
    { lines: [{ line_id: 1, quantity: '1', bonus_quantity: null }] },
    {
      lines: [
        { line_id: 1, quantity: '1', bonus_quantity: '1' },
        { line_id: 3, quantity: '0.25' },
      ],
    },
  ];
  const back = (data: object) => linesBack(data as never).map(({ line_id, quantity }) => [line_id, quantity]);
  expect(back({ lines, refunds })).toEqual([
    [1, '3'],
    [3, '0.25'],
  ]);
  expect(back({ lines, refunds: [] })).toEqual([]);
  expect(back({ lines })).toEqual([]);
});

it('says how much all refunds of a receipt took back', () => {
  const line = (gross_amount: string, discount_amount = '0', tax_amount = '0') => ({
    ...{ line_id: 1, item_fk: 11, quantity: '1', gross_amount, discount_amount, tax_amount },
  });
  expect(
    returnedAmount({ refunds: [{ lines: [line('1500')] }, { lines: [line('2000', '100', '190')] }] } as never),
  ).toBe('3590');
  expect(returnedAmount({})).toBe('0');
});

it('asks which batches a part of several is of, until their quantities are said', () => {
  const batch = (batch_number: string, quantity: string, move_line_id = 1) => ({
    ...{ batch_number, expire_date: '2027-02-15', quantity, move_line_id },
  });
  const box = { line_id: 1, item_fk: 7, unit_fk: 2, unit_factor: '12', quantity: '2', price: '12000' };
  const sold = { ...receipt, status: 'complete', lines: [box], batches: [batch('A1', '18'), batch('A2', '6')] };
  const pieces = { lines: [{ line_id: 1, unit_fk: 1, unit_factor: '1', quantity: '5' }] };
  // Of a refund that was stored before refunds named their batches, the first ones came back.
  const unsaid = linesLeft({ ...sold, refunds: [pieces] })[0]?.batches.map((left) => left.quantity);
  expect(unsaid).toEqual(['13', '6']);
  const [line] = linesLeft({ ...sold, refunds: [{ ...pieces, batches: [batch('A2', '5', 20_200_001)] }] });
  if (!line) throw new Error('nothing is left');
  expect(line.batches.map(({ batch_number, quantity }) => [batch_number, quantity])).toEqual([
    ['A1', '18'],
    ['A2', '1'],
  ]);
  const all = countBack(line, {});
  expect([line.left, all, isChoice(line, all), isChosen(line, all, new Map())]).toEqual(['19', '19', false, true]);
  const part = countBack(line, { 'quantity 1': '2' });
  const chosen = (quantity: string) => new Map([[1, [batch('A1', quantity)]]]);
  expect([isChoice(line, part), isChosen(line, part, new Map()), isChosen(line, part, chosen('1'))]).toEqual([
    ...[true, false, false],
  ]);
  expect(isChosen(line, part, chosen('2'))).toBe(true);
  expect(refundedLines([line], { 'quantity 1': '2' }, chosen('2'))).toEqual([
    { line_id: 1, item_fk: 7, unit_fk: 1, quantity: '2', batches: chosen('2').get(1) },
  ]);
  // A quantity that is still typed is no choice yet, and a line of one batch never is one.
  expect(isChoice(line, countBack(line, { 'quantity 1': '' }))).toBe(false);
  const [own] = linesLeft({ ...sold, batches: [batch('A1', '24')], refunds: [] });
  if (!own) throw new Error('nothing is left');
  expect(isChoice(own, '1')).toBe(false);
  expect(batchesSaid(own, '1', new Map())).toEqual({ batches: [expect.objectContaining({ quantity: '12' })] });
  expect(batchesSaid(own, '2', new Map())).toEqual({ batches: own.batches });
  expect(batchesSaid(own, '3', new Map())).toEqual({});
});
