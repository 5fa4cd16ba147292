/** Refunds of a receipt: parts that add up to the whole, and money by the methods of its payments. */
import { describe, expect, it } from 'vitest';
import type { PaymentEntry, ReceiptEntry, RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { changeOf, payableCash } from '../../../domain/till/receipts/change.ts';
import { magnitude, money, printMoney, subtract, sum, toMoney, ZERO } from '../../../domain/values/money.ts';
import type { KeptEntry } from '../../../web/till/device/database-schema.ts';
import type { Journal, NewEntry } from '../../../web/till/device/journal.ts';
import { withItem, withoutLine } from '../../../web/till/selling/cart.ts';
import { drawerFigures } from '../../../web/till/selling/drawer/drawer-figures.ts';
import { DayChanged } from '../../../web/till/selling/goods.ts';
import {
  canComeBack,
  everythingLeft,
  isWholeAsSold,
  paidBack,
  refundLines,
  refundTotal,
  returnableLines,
} from '../../../web/till/selling/refund.ts';
import { type Refunding, refund, refundGoods } from '../../../web/till/selling/refunding.ts';
import { createSaleStore } from '../../../web/till/selling/sale-store.ts';
import { DAY, EMPTY, terms, tillItem } from './till-shop.ts';

const pays = (method: PaymentEntry['method'], amount: string): PaymentEntry => ({
  ...{ method, amount, account_fk: method === 'cash' ? 20 : null, rate_fk: null, rate: null, reference_number: null },
});
const PLACE = {
  outlet_fk: 1,
  inventory_fk: 1,
  drawer: { id: 1 },
  customer_fk: null,
  date: '2026-03-20',
  time: '10:00:00',
};
const receipt: ReceiptEntry = {
  kind: 'receipt',
  ...PLACE,
  discount: null,
  lines: [
    {
      ...{ line_id: 1, item_fk: 11, unit_fk: 1, quantity: '3', bonus_quantity: null, price: '3334', discount: null },
      ...{ tax_percent: null, promotion_fk: null, note: null },
      ...{ discount_amount: '2', tax_amount: '1000', total_amount: '11000' },
    },
    {
      ...{ line_id: 90000, item_fk: 12, unit_fk: 1, quantity: '0', bonus_quantity: '1', price: '0', discount: null },
      ...{ tax_percent: null, promotion_fk: 1, note: null },
      ...{ discount_amount: '0', tax_amount: '0', total_amount: '0' },
    },
  ],
  payments: [pays('credit', '2000'), pays('app', '3000'), pays('cash', '6000')],
  ...{ replaces: null, held_fk: null, note: null, number: 'T1-000001', total: '11000', change: '0' },
};

function refunded(count: string, before: readonly RefundEntry[], of: ReceiptEntry = receipt): RefundEntry {
  const [left, returned] = [returnableLines(of, before), new Map([[1, count]])];
  const lines = [...refundLines(left, returned, 0)];
  const payments = [...paidBack({ lines: left, returned, receipt: of, refunds: before }, terms(), 20)];
  const total = printMoney(refundTotal(lines));
  return {
    kind: 'refund',
    ...PLACE,
    receipt: { id: 1 },
    lines,
    payments,
    replaced_by: null,
    reason: 'x',
    number: 'T1-2',
    total,
  };
}

describe('a refund', () => {
  it('of parts adds up to the whole exactly, and refunds at most the paid amounts', () => {
    const before: RefundEntry[] = [];
    for (const count of ['1', '1', '1']) before.push(refunded(count, before));
    expect(before.map(({ total }) => total)).toEqual(['3666', '3668', '3666']);
    const all = before.flatMap(({ payments }) => payments);
    const by = (method: string) =>
      all.filter((payment) => payment.method === method).reduce((sum, { amount }) => sum + money(amount), 0n);
    expect(['credit', 'app', 'cash'].map(by)).toEqual([money('2000'), money('3000'), money('6000')]);
    expect(returnableLines(receipt, before)).toMatchObject([
      { isFree: false, before: '3', left: '0' },
      { isFree: true, before: '0', left: '1' },
    ]);
  });

  it.each([
    // 3 at 10,000 of docs/decisions/0069: the shares of gross, discount and tax are rounded each.
    [{ quantity: '3', discount_amount: '3793', tax_amount: '1310', total_amount: '27517' }, '9173', '18344'],
    [{ quantity: '6', discount_amount: '75', tax_amount: '0', total_amount: '1425' }, '237', '1188'],
  ])('of one piece of %o is %s, as on the server, and of the others %s', (amounts, first, others) => {
    const of = soldFor(amounts.total_amount, [], '0');
    const sold = { ...of, lines: of.lines.map((line) => ({ ...line, ...amounts })) };
    const one = refunded('1', [], sold);
    const left = returnableLines(sold, [one]);
    expect([one.total, printMoney(refundTotal(refundLines(left, everythingLeft(left), 0)))]).toEqual([first, others]);
  });

  it('takes no more than is left', () => {
    const [line] = returnableLines(receipt, [refunded('2', [])]);
    expect(line && ['0', '1', '1.5', '2', '-1', 'x'].map((text) => canComeBack(text, line))).toEqual([
      ...[true, true, false, false, false, false],
    ]);
  });

  it('takes no part of what was sold as a whole, in a unit that is whole only', () => {
    const [line] = returnableLines(receipt, []);
    const facts = (whole_only: boolean) => ({
      record: (kind: string, id: number) => ({ kind, id, data: kind === 'unit' ? { whole_only } : {} }) as never,
    });
    const whole = (of: typeof line, is: boolean) =>
      of && ['0', '1', '0.5', '1.000'].map((text) => isWholeAsSold(text, of, facts(is)));
    expect(whole(line, true)).toEqual([true, true, false, true]);
    expect(whole(line, false)).toEqual([true, true, true, true]);
    expect(whole(line && { ...line, whole: '2.5' }, true)).toEqual([true, true, true, true]);
  });

  it('of everything brings free goods back too, once and for nothing', () => {
    const left = returnableLines(receipt, [refunded('1', [])]);
    const lines = refundLines(left, everythingLeft(left), 0);
    expect(lines).toEqual([
      {
        ...{ line: 1, item_fk: 11, unit_fk: 1, quantity: '2', price: '3334' },
        ...{ discount_amount: '1', tax_amount: '667', total_amount: '7334' },
      },
      {
        ...{ line: 90000, item_fk: 12, unit_fk: 1, quantity: '0', bonus_quantity: '1', price: '0' },
        ...{ discount_amount: '0', tax_amount: '0', total_amount: '0' },
      },
    ]);
    const after = returnableLines(receipt, [refunded('1', []), { lines: [...lines] }]);
    expect(after.map((each) => each.left)).toEqual(['0', '0']);
    expect(refundLines(after, everythingLeft(after), 0)).toEqual([]);
  });

  it('has the free goods of an office receipt in the line of the paid goods', () => {
    const [line] = receipt.lines;
    const of = { lines: line ? [{ ...line, bonus_quantity: '2' }] : [] };
    const linesOf = (left: ReturnType<typeof returnableLines>) => refundLines(left, everythingLeft(left), 0);
    expect(linesOf(returnableLines(of, []))).toMatchObject([{ line: 1, quantity: '3', bonus_quantity: '2' }]);
    expect(linesOf(returnableLines(of, [refunded('3', [])]))).toMatchObject([
      { line: 1, quantity: '0', bonus_quantity: '2', total_amount: '0' },
    ]);
  });
});

/** A receipt of three pieces with this total, and its payments. */
const soldFor = (total: string, payments: PaymentEntry[], change: string): ReceiptEntry => {
  const [line] = receipt.lines;
  if (!line) throw new Error('the receipt has no line');
  return { ...receipt, lines: [{ ...line, total_amount: total }], payments, total, change };
};
const STEP = money('250');
const cashOf = ({ payments }: Pick<RefundEntry, 'payments'>) =>
  printMoney(sum(payments.flatMap(({ method, amount }) => (method === 'cash' ? [money(amount)] : []))));
/** Refunds one piece after the other. */
function inParts(of: ReceiptEntry): readonly RefundEntry[] {
  const parts: RefundEntry[] = [];
  for (const count of ['1', '1', '1']) parts.push(refunded(count, parts, of));
  return parts;
}

describe('the cash of a refund', () => {
  const paid = soldFor('14025', [pays('cash', '15000')], '1000');

  it('is what was kept of the receipt, and in parts payable and together as much', () => {
    expect([refunded('3', [], paid)].map((all) => [all.total, cashOf(all)])).toEqual([['14025', '14000']]);
    expect(inParts(paid).map(cashOf)).toEqual(['4750', '4500', '4750']);
  });

  it('is payable also when the receipt was paid in dollars, or an earlier version repaid a part exactly', () => {
    const dollars = { ...pays('cash', '10'), account_fk: 21, rate_fk: 4, rate: '1480' };
    expect(cashOf(refunded('3', [], soldFor('14025', [dollars], '750')))).toBe('14000');
    // 14,050 were kept: 14,250 would be more than the customer paid.
    expect(cashOf(refunded('3', [], soldFor('14130', [dollars], '750')))).toBe('14000');
    const exact = { ...refunded('1', [], paid), payments: [pays('cash', '4675')] };
    expect(cashOf(refunded('1', [exact], paid))).toBe('4500');
  });

  it('is only a part of what is repaid when the rest was paid otherwise, and nothing below the step', () => {
    const mixed = soldFor('14025', [pays('app', '10000'), pays('cash', '4000')], '0');
    expect(refunded('3', [], mixed).payments.map(({ method, amount }) => [method, amount])).toEqual([
      ['app', '10000'],
      ['cash', '4000'],
    ]);
    expect(refunded('1', [], soldFor('300', [pays('cash', '250')], '0')).payments).toEqual([]);
  });

  it('is exact in dollars, which have no step of cash', () => {
    const of = soldFor('10.5', [{ ...pays('cash', '20'), account_fk: 21 }], '9.5');
    const lines = returnableLines(of, []);
    const inDollars = terms({ currency_fk: 2, decimals: 2 });
    const repaying = { lines, returned: everythingLeft(lines), receipt: of, refunds: [] };
    expect(paidBack(repaying, inDollars, 21)).toMatchObject([{ method: 'cash', amount: '10.5', account_fk: 21 }]);
  });

  it('differs by less than the step from the goods, as the server requires, whatever they cost', () => {
    for (let total = 250n; total < 1_250n; total += 1n) {
      const due = toMoney(total * 10_000n);
      const change = changeOf(due, money('5000'), ZERO, STEP) ?? ZERO;
      const parts = inParts(soldFor(printMoney(due), [pays('cash', '5000')], printMoney(change)));
      const differences = parts.map((part) => magnitude(subtract(money(cashOf(part)), money(part.total))));
      expect([total, differences.every((difference) => difference < STEP)]).toEqual([total, true]);
      const kept = subtract(money('5000'), change);
      expect([total, printMoney(sum(parts.map((part) => money(cashOf(part)))))]).toEqual([total, printMoney(kept)]);
      expect([total, printMoney(payableCash(due, STEP))]).toEqual([total, printMoney(kept)]);
    }
  });
});

describe('goods that come back without a receipt', () => {
  const cart = withoutLine(withItem(withItem(EMPTY, tillItem(11)), tillItem(12)), 2);
  const exchange = { uuid: 'u', number: 'T3-000001', drawer: 'd', customer: null, payments: [] };
  const selling = () => {
    const store = createSaleStore();
    store.begin({ cart, exchange, held: 4 });
    return store;
  };
  const KEPT = { entry: { uuid: 'r' } } as unknown as KeptEntry;
  const REFUNDING: Refunding = {
    ...{ terms: terms(), drawer: 'd', date: DAY, time: '00:00:10', cashier: 7, approval: null, receipt: null },
    ...{ customer: null, lines: [], payments: [], reason: 'x', paper: () => ({ html: '', language: 'en' }) },
  };
  const journalOf = () => {
    const appended: NewEntry[] = [];
    const append = async (entry: NewEntry) => {
      appended.push(entry);
      return KEPT;
    };
    return { appended, journal: { append } as unknown as Journal };
  };

  it('leave the removed lines and an open exchange on the screen', async () => {
    const store = selling();
    const kept = await refundGoods(store, store.current(), async (rest) => {
      expect(store.current().isWriting).toBe(true);
      expect(rest).toMatchObject({ cart: { lines: [], removed: [{}] }, exchange });
      return KEPT;
    });
    expect(kept).toBe(KEPT);
    expect(store.current()).toMatchObject({
      ...{ stage: 'selling', exchange, held: null, isWriting: false },
      cart: { lines: [], removed: [{ line: { item: { id: 12 } } }] },
    });
  });

  it('stay when nothing was stored, and when they changed meanwhile', async () => {
    const store = selling();
    const seen = store.current();
    expect(await refundGoods(store, seen, async () => undefined)).toBe(undefined);
    expect(store.current()).toMatchObject({ cart, exchange, isWriting: false });
    store.edit((now) => withItem(now, tillItem(14)));
    let written = 0;
    const write = async () => {
      written += 1;
      return KEPT;
    };
    expect([await refundGoods(store, seen, write), written]).toEqual([undefined, 0]);
    expect(store.current().cart.lines).toHaveLength(2);
  });

  it('end the stored sale of the window in the transaction of the refund', async () => {
    const { journal, appended } = journalOf();
    const keeps: NewEntry['keeps'] = () => undefined;
    await refund(journal, { ...REFUNDING, settles: 'window', keeps });
    expect(appended).toMatchObject([{ settles: 'window', keeps }]);
  });

  it('are not refunded at the prices of the day before', async () => {
    const { journal, appended } = journalOf();
    await expect(refund(journal, { ...REFUNDING, date: '2026-03-21' })).rejects.toThrow(DayChanged);
    expect(appended).toEqual([]);
  });
});

describe('the figures of a drawer', () => {
  it('are what came, went, and is expected', () => {
    const opening = {
      kind: 'open_drawer' as const,
      ...{ outlet_fk: 1, date: '2026-03-20', time: '08:00:00', note: null },
      accounts: [{ account_fk: 20, safe_account_fk: 3, float_amount: '50000', rate_fk: null, rate: null }],
    };
    const moved = { drawer: { id: 1 }, date: '2026-03-20', time: '09:00:00', account_fk: 20 };
    const figures = drawerFigures(
      opening,
      [
        { ...receipt, change: '500', payments: [pays('cash', '11500')] },
        refunded('1', []),
        { kind: 'pay_in', ...moved, amount: '10000', note: 'coins' },
        { kind: 'pay_out', ...moved, amount: '2500', expense_type_fk: 1, note: null },
      ],
      20,
    );
    expect(figures.cash.map(({ expected, sales }) => [printMoney(sales), printMoney(expected)])).toEqual([
      ['11000', '68500'],
    ]);
    expect(figures).toMatchObject({ receipts: 1, refunds: 1, app: money('-1666'), credit: money('-2000') });
  });
});
