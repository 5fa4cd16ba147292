/** Refunds of a receipt: parts that add up to the whole, and money by the methods of its payments. */
import { describe, expect, it } from 'vitest';
import { money, printMoney } from '../../../domain/kernel/money.ts';
import type { PaymentEntry, ReceiptEntry, RefundEntry } from '../../../domain/till/device-entry.ts';
import { drawerFigures } from '../../../web/till/selling/drawer-figures.ts';
import {
  canComeBack,
  everythingLeft,
  paidBack,
  refundLines,
  refundTotal,
  returnableLines,
} from '../../../web/till/selling/refund.ts';

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

function refunded(count: string, before: readonly RefundEntry[]): RefundEntry {
  const lines = [...refundLines(returnableLines(receipt, before), new Map([[1, count]]), 0)];
  const payments = [...paidBack(refundTotal(lines), receipt, before, 20)];
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
    expect(before.map(({ total }) => total)).toEqual(['3667', '3666', '3667']);
    const all = before.flatMap(({ payments }) => payments);
    const by = (method: string) =>
      all.filter((payment) => payment.method === method).reduce((sum, { amount }) => sum + money(amount), 0n);
    expect(['credit', 'app', 'cash'].map(by)).toEqual([money('2000'), money('3000'), money('6000')]);
    expect(returnableLines(receipt, before)).toMatchObject([{ before: '3', left: '0' }]);
  });

  it('takes no more than is left, and no goods that were given', () => {
    const [line] = returnableLines(receipt, [refunded('2', [])]);
    expect(line && ['0', '1', '1.5', '2', '-1', 'x'].map((text) => canComeBack(text, line))).toEqual([
      ...[true, true, false, false, false, false],
    ]);
    expect([...everythingLeft(returnableLines(receipt, []))]).toEqual([[1, '3']]);
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
    expect(figures).toMatchObject({ receipts: 1, refunds: 1, app: money('-1667'), credit: money('-2000') });
  });
});
