import { describe, expect, it } from 'vitest';
import { returnTotals } from '../../domain/pricing/sale-return-totals.ts';
import type { PurchaseInput } from '../../domain/purchasing/purchase.schema.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseReturnDocument } from '../../domain/purchasing/purchase-return.document.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import type { SaleInput } from '../../domain/sales/sale.schema.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import type { SaleReturnInput } from '../../domain/sales/sale-return.schema.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { receiptInput, received, refundInput, sentRefund, withDrawer } from './histories-till.ts';
import { shop } from './shop.ts';

type Levels = Record<string, string>;

/** Adds the level claims of a return to the levels. */
function claimed(levels: Levels, claims: readonly object[]): Levels {
  const next = { ...levels };
  for (const claim of claims as { kind: string; key: string; delta: string }[]) {
    if (claim.kind === 'level')
      next[claim.key] = printMoney((money(next[claim.key] ?? '0') + money(claim.delta)) as never);
  }
  return next;
}

const soldOf = (price: string, quantity: string, more: Partial<SaleInput> = {}) =>
  given(sale)
    .after([
      {
        type: 'enter',
        input: {
          ...{ outlet_fk: 1, inventory_fk: 1, customer_fk: 7, date: '2026-03-05', currency_fk: 1 },
          ...{ payment_type: 'cash', account_fk: 3 },
          lines: [{ item_fk: 11, unit_fk: 1, quantity, price }],
          ...more,
        },
      },
    ])
    .state();

/** Returns pieces of a sale one after the other, and gives what each return paid. */
class Desk {
  levels: Levels = {};
  readonly #documents: Readonly<Record<string, object>>;

  constructor(sold: object) {
    this.#documents = { 'sale-1': sold };
  }

  back(quantity: string, more: Partial<SaleReturnInput> = {}): string {
    const input: SaleReturnInput = {
      ...{
        outlet_fk: 1,
        inventory_fk: 1,
        sale_fk: 1,
        customer_fk: 7,
        date: '2026-03-20',
        payment_type: 'cash',
        account_fk: 3,
      },
      lines: [{ sale_line_id: 1, quantity }],
      ...more,
    };
    const facts = shop({ documents: this.#documents, levels: this.levels });
    const done = given(saleReturn).after([{ type: 'enter', input }], facts);
    const state = done.state();
    this.levels = claimed(this.levels, saleReturnDocument.claims?.({ status: 'none' }, state, 'sale_return-1') ?? []);
    if (state.status !== 'complete') throw new Error('it is not complete');
    const [posting] = saleReturnDocument.postingsOf(state, 'sale_return-1');
    if (posting) expect(balances(posting)).toBeDefined();
    return printMoney(returnTotals(state.data).total);
  }
}

const each = (count: number, pay: () => string) => Array.from({ length: count }, pay);
const sumOf = (amounts: readonly string[]) => amounts.reduce((all, amount) => all + Number(amount), 0);

describe('a sale for cash that comes back in parts', () => {
  it('of 11,260, for which 11,250 were taken, gives 11,250 back in ten parts', () => {
    const desk = new Desk(soldOf('1126', '10'));
    const paid = each(10, () => desk.back('1'));
    expect(sumOf(paid)).toBe(11_250);
    expect(paid.slice(0, 3)).toEqual(['1250', '1000', '1250']);
    expect(paid.every((amount) => Number(amount) % 250 === 0)).toBe(true);
  });

  it('of 1,300, for which 1,250 were taken, gives 1,250 back, and one of small prices not nothing', () => {
    const dear = new Desk(soldOf('130', '10'));
    expect(sumOf(each(10, () => dear.back('1')))).toBe(1250);
    const cheap = new Desk(soldOf('100', '10'));
    expect(sumOf(each(10, () => cheap.back('1')))).toBe(1000);
  });

  it('adds up in parts of any size, also to nothing more when all of it is back', () => {
    const desk = new Desk(soldOf('1126', '10'));
    expect(sumOf([desk.back('3'), desk.back('0.5'), desk.back('6.5')])).toBe(11_250);
  });

  it('is credited and paid in turn, and never more than was kept', () => {
    const desk = new Desk(soldOf('1126', '10'));
    const onAccount = { payment_type: 'on_account', account_fk: null } as const;
    const paid = each(5, () => desk.back('1')).flatMap((cash) => [cash, desk.back('1', onAccount)]);
    expect(sumOf(paid)).toBeLessThanOrEqual(11_250);
    expect(sumOf(paid)).toBeGreaterThan(11_000);
  });

  it('without the charge for its delivery, which is not returned', () => {
    const desk = new Desk(soldOf('1126', '10', { delivery_charge: '3000' }));
    expect(sumOf(each(10, () => desk.back('1')))).toBe(11_250);
  });

  it('gives its part again after a return was taken back', () => {
    const desk = new Desk(soldOf('1126', '10'));
    desk.back('1');
    const before = desk.levels;
    desk.back('1');
    desk.levels = before;
    expect(sumOf(['1250', ...each(9, () => desk.back('1'))])).toBe(11_250);
  });

  it('does not come back as nothing', () => {
    const desk = new Desk(soldOf('1126', '10'));
    expect(() => desk.back('0')).toThrow('validation');
    expect(() => desk.back('1', { lines: [] })).toThrow('validation');
  });
});

describe('a return of an earlier version', () => {
  it('keeps the amount that it was rounded to by itself', () => {
    const line = { gross_amount: '1126', discount_amount: '0', tax_amount: '0' };
    expect(printMoney(returnTotals({ lines: [line], rounding_step: '250' }).total)).toBe('1250');
  });
});

describe('a purchase for cash that goes back in parts', () => {
  it('is paid exactly, and its parts add up to what was paid', () => {
    const bought: PurchaseInput = {
      ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-05', currency_fk: 1, payment_type: 'cash', account_fk: 3 },
      discount: { type: 'amount', value: '7' },
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '10', price: '1126' }],
    };
    const documents = {
      'purchase-1': given(purchase)
        .after([
          { type: 'draft', input: bought },
          { type: 'complete', receive: true },
        ])
        .state(),
    };
    let levels: Levels = {};
    const paid = each(10, () => {
      const facts = shop({ documents, levels });
      const input = {
        ...{
          outlet_fk: 1,
          inventory_fk: 1,
          purchase_fk: 1,
          date: '2026-03-20',
          payment_type: 'cash' as const,
          account_fk: 3,
        },
        lines: [{ purchase_line_id: 1, quantity: '1' }],
      };
      const state = given(purchaseReturn)
        .after([{ type: 'enter', input }], facts)
        .state();
      levels = claimed(levels, purchaseReturnDocument.claims?.({ status: 'none' }, state, 'purchase_return-1') ?? []);
      if (state.status !== 'complete') throw new Error('it is not complete');
      return printMoney(returnTotals({ ...state.data, rounding_step: null }).total);
    });
    expect(sumOf(paid)).toBe(11_253);
  });
});

/** A receipt of `count` pieces, paid in cash. */
const receipt = (price: string, count: string, cash: string) =>
  given(posSale).after(
    [
      {
        type: 'enter',
        input: {
          ...receiptInput,
          lines: [{ item_fk: 11, unit_fk: 1, quantity: count, price }],
          payments: [{ method: 'cash', amount: cash, account_fk: 20 }],
        },
      },
    ],
    withDrawer,
  );
const withWholePieces = ((kind, id) => {
  const found = withDrawer.record(kind, id);
  return kind === 'unit' && found ? { ...found, data: { ...found.data, whole_only: true } } : found;
}) as typeof withDrawer.record;
const onePiece = { ...refundInput, lines: [{ line_id: 1, quantity: '1' }] };
const cashOf = (data: object): string => {
  const { payments } = data as { payments: readonly { amount: string }[] };
  return payments[0]?.amount ?? '0';
};

describe('a receipt that is refunded in parts', () => {
  it('of 1,300, for which 1,250 were kept, repays notes of 250, and 1,250 in all', () => {
    const all = receipt('130', '10', '1250').after(Array(10).fill({ type: 'refund', input: onePiece }), withDrawer);
    const paid = all.events.slice(1).map(({ data }) => cashOf(data));
    expect(paid).toHaveLength(10);
    expect(sumOf(paid)).toBe(1250);
    expect(paid.every((amount) => Number(amount) % 250 === 0)).toBe(true);
  });

  it('of 11,260, for which 11,250 were kept, repays 11,250 in all', () => {
    const all = receipt('1126', '10', '11250').after(Array(10).fill({ type: 'refund', input: onePiece }), withDrawer);
    expect(sumOf(all.events.slice(1).map(({ data }) => cashOf(data)))).toBe(11_250);
  });

  it('refuses typed payments of 250 for each piece of 130, as soon as they are a step above what came back', () => {
    const typed = { ...onePiece, payments: [{ method: 'cash' as const, amount: '250', account_fk: 20 }] };
    const twice = receipt('130', '10', '1250').after(
      [
        { type: 'refund', input: typed },
        { type: 'refund', input: typed },
      ],
      withDrawer,
    );
    twice.when({ type: 'refund', input: typed }, withDrawer).isRefused('payments: refund_too_much');
  });

  it('refuses more in all than was kept', () => {
    const typed = (amount: string) => ({
      ...onePiece,
      payments: [{ method: 'cash' as const, amount, account_fk: 20 }],
    });
    receipt('1050', '2', '2000')
      .after([{ type: 'refund', input: typed('1250') }], withDrawer)
      .when({ type: 'refund', input: typed('1000') }, withDrawer)
      .isRefused('payments: refund_above_kept');
  });

  it('of a till is stored with a note where it paid more in all than was kept', () => {
    const sent = (sequence: number) => ({
      type: 'receive_refund' as const,
      input: {
        ...sentRefund,
        lines: [{ ...sentRefund.lines[0], price: '1100', total_amount: '1100' }] as never,
        payments: [{ method: 'cash' as const, amount: '1250', account_fk: 20 }],
        total: '1100',
      },
      received: { ...received(sequence), broken: [] },
    });
    const events = receipt('1100', '2', '2250').after([sent(3), sent(4)], withDrawer).events;
    const rules = events.map(({ data }) =>
      ((data as { broken?: { rule: string }[] }).broken ?? []).map(({ rule }) => rule),
    );
    expect(rules.at(-1)).toContain('refund_above_kept');
    expect(rules.at(-2)).not.toContain('refund_above_kept');
  });

  it('of a till brings a part of a piece back, which is whole only, with a note; what was sold in parts without one', () => {
    const half = {
      type: 'receive_refund' as const,
      input: {
        ...sentRefund,
        lines: [{ ...sentRefund.lines[0], quantity: '0.5', price: '1000', total_amount: '500' }] as never,
        payments: [{ method: 'cash' as const, amount: '500', account_fk: 20 }],
        total: '500',
      },
      received: { ...received(3), broken: [] },
    };
    const whole = { ...withDrawer, record: withWholePieces };
    const rulesOf = (sold: string) =>
      receipt('1000', sold, '2000')
        .after([half], whole)
        .events.flatMap(({ data }) => (data as { broken?: { rule: string }[] }).broken ?? [])
        .map(({ rule }) => rule);
    expect(rulesOf('2')).toContain('whole_only');
    expect(rulesOf('1.5')).not.toContain('whole_only');
  });

  it.each([
    ['6,750 for 5 dollars less 750', '2250', '3', '5', '6500'],
    ['2,750 for 2 dollars less 250', '2750', '1', '2', '2500'],
    ['5,000 for 3.50 dollars less 250', '5000', '1', '3.5', '4750'],
  ])('of %s repays the notes that were kept, which is not too little', (_, price, count, dollars, back) => {
    const total = String(Number(price) * Number(count));
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: count, price }];
    const payments = [{ method: 'cash' as const, amount: dollars, account_fk: 21 }];
    const sold = given(posSale).after([{ type: 'enter', input: { ...receiptInput, lines, payments } }], withDrawer);
    const paid = (amount: string) => [{ method: 'cash' as const, amount, account_fk: 20 }];
    const all = { ...refundInput, lines: [{ line_id: 1, quantity: count }] };
    const paidBack = sold.after([{ type: 'refund', input: { ...all, payments: paid(back) } }], withDrawer);
    expect(paidBack.events.at(-1)?.type).toBe('pos_sale.part_refunded');
    const less = String(Number(back) - 250);
    sold
      .when({ type: 'refund', input: { ...all, payments: paid(less) } }, withDrawer)
      .isRefused('payments: refund_too_little');
    const line = { ...sentRefund.lines[0], quantity: count, price, total_amount: total };
    const input = { ...sentRefund, lines: [line] as never, payments: paid(back), total };
    const sent = { type: 'receive_refund' as const, input, received: { ...received(3), broken: [] } };
    const { data } = sold.after([sent], withDrawer).events.at(-1) ?? {};
    expect(data).toMatchObject({ payments: [{ amount: back }] });
    expect(data).not.toHaveProperty('broken');
  });

  it('does not come back as nothing', () => {
    receipt('1126', '10', '11250')
      .when({ type: 'refund', input: { ...refundInput, lines: [{ line_id: 1, quantity: '0' }] } }, withDrawer)
      .isRefused('lines.0.quantity: greater_than');
  });
});
