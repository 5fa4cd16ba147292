/** An amount between the business and a person is a multiple of the smallest unit of its currency. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashTransferDocument } from '../../domain/cash/cash-transfer.document.ts';
import { documentTotals, type PricedDocument } from '../../domain/pricing/totals.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import type { SaleReturn } from '../../domain/sales/sale-return-events.ts';
import { printMoney } from '../../domain/values/money.ts';
import { say } from '../../languages/say.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const UNIT = { 0: 10_000n, 1: 1_000n, 2: 100n } as const;
const amount = fc.integer({ min: 0, max: 5_000_000 }).map((units) => printMoney(BigInt(units) as never));
const discount = fc.option(
  fc.oneof(
    fc.record({
      type: fc.constant('percent' as const),
      value: fc.integer({ min: 0, max: 9_999 }).map((n) => `${n / 100}`),
    }),
    fc.record({ type: fc.constant('amount' as const), value: fc.integer({ min: 0, max: 20 }).map(String) }),
  ),
);
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 900_000 }).map((thousandths) => `${thousandths / 1_000}`),
  price: amount,
  discount,
  tax_percent: fc.option(fc.constantFrom('5', '7.5', '14.9999')),
});
const priced: fc.Arbitrary<PricedDocument & { readonly decimals: 0 | 1 | 2 }> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  discount,
  delivery_charge: fc.option(fc.constantFrom('1600', '250')),
  rounding_step: fc.constant(null),
  decimals: fc.constantFrom(0 as const, 1 as const, 2 as const),
});

describe('totals', () => {
  it('are multiples of the smallest unit, line by line, and lines add up to the document', () => {
    fc.assert(
      fc.property(priced, (document) => {
        const totals = documentTotals(document);
        const unit = UNIT[document.decimals];
        const { lines, ...sums } = totals;
        for (const value of [...lines.flatMap(Object.values), ...Object.values(sums)] as bigint[]) {
          expect(value % unit).toBe(0n);
        }
        const sumOf = (name: 'net' | 'tax' | 'invoiceDiscount') => lines.reduce((all, own) => all + own[name], 0n);
        expect(sumOf('invoiceDiscount')).toBe(totals.invoiceDiscount);
        expect(sumOf('net') + sumOf('tax') + totals.delivery).toBe(totals.total);
      }),
    );
  });

  it('share the tax of the whole over the lines, none of which is a unit away from its own', () => {
    const line = { quantity: '1', price: '1010', discount: null, tax_percent: '5' };
    const three = {
      lines: [line, line, line],
      discount: null,
      delivery_charge: null,
      rounding_step: null,
      decimals: 0,
    };
    const totals = documentTotals(three);
    expect(printMoney(totals.tax)).toBe('152');
    expect(totals.lines.map(({ tax }) => printMoney(tax))).toEqual(['51', '51', '50']);
  });
});

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const sale = {
  ...place,
  currency_fk: 1,
  customer_fk: 7,
  payment_type: 'on_account' as const,
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '2', price: '10000.5' }],
};

describe('what is typed', () => {
  const entering = (document: typeof saleDocument, input: object) =>
    given(document.decider as never).when({ type: 'draft', input } as never, shop());

  it('is refused with more decimals than its currency has, in every field, also in drafts', () => {
    const cost = {
      cost_type: 'transport',
      amount: '10.001',
      currency_fk: 2,
      rate_fk: 4,
      payment_type: 'cash',
      account_fk: 5,
    };
    entering(saleDocument, {
      ...sale,
      delivery_charge: '1600.5',
      discount: { type: 'amount', value: '0.25' },
      lines: [{ ...sale.lines[0], discount: { type: 'amount', value: '1.5' } }],
      costs: [cost, { ...cost, amount: '10.01' }],
    }).isRefused(
      'delivery_charge: multiple_of_unit',
      'discount.value: multiple_of_unit',
      'lines.0.discount.value: multiple_of_unit',
      'costs.0.amount: multiple_of_unit',
    );
  });

  it('may be a price of one unit, a percentage, and an amount in dollar with cents', () => {
    entering(saleDocument, { ...sale, discount: { type: 'percent', value: '12.5' } }).gives('sale.drafted');
    entering(saleDocument, { ...sale, currency_fk: 2, rate_fk: 4, delivery_charge: '1.25' }).gives('sale.drafted');
  });

  it('is in the currency of the account that pays or is paid, where no other is named', () => {
    const moved = { outlet_fk: 1, date: '2026-03-10', from_account_fk: 21, to_account_fk: 3 };
    const move = (amount: string, to_amount: string) =>
      given(cashTransferDocument.decider as never).when(
        { type: 'complete', input: { ...moved, amount, to_amount } } as never,
        shop(),
      );
    move('100.55', '150000').gives('cash_transfer.completed');
    move('100.555', '150000.5').isRefused('amount: multiple_of_unit', 'to_amount: multiple_of_unit');
  });

  it('is reported with the smallest amount, in three languages', () => {
    const refusal = entering(saleDocument, { ...sale, delivery_charge: '1600.5' }).isRefused(
      'delivery_charge: multiple_of_unit',
    );
    const [issue] = refusal.issues;
    const said = (['en', 'ar', 'ckb'] as const).map((language) =>
      say(language, issue?.message ?? '', issue?.params, 'delivery_charge'),
    );
    expect(said[0]).toBe('Delivery charge must be a multiple of 1 IQD');
    expect(new Set(said).size).toBe(3);
  });
});

describe('returns', () => {
  it('of all parts add up to those of the sale, each in whole dinars', () => {
    const sold = given(saleDocument.decider as never).after(
      [
        {
          type: 'draft',
          input: {
            ...sale,
            discount: { type: 'amount', value: '1000' },
            lines: [{ item_fk: 11, unit_fk: 1, quantity: '7', price: '1001', tax_percent: '5' }],
          },
        },
        { type: 'complete' },
      ] as never,
      shop(),
    );
    let total = 0;
    for (let returned = 0; returned < 7; returned += 1) {
      const known = shop({
        documents: { 'sale-1': sold.state() },
        levels: { 'returned:sale-1:1': String(returned) },
      });
      const input = {
        ...place,
        sale_fk: 1,
        payment_type: 'on_account' as const,
        lines: [{ sale_line_id: 1, quantity: '1' }],
      };
      const [event] = given(saleReturn)
        .when({ type: 'draft', input: { ...input, customer_fk: 7, currency_fk: 1 } }, known)
        .gives('sale_return.drafted');
      const [back] = (event?.data as Partial<SaleReturn> | undefined)?.lines ?? [];
      const own = Number(back?.gross_amount) - Number(back?.discount_amount) + Number(back?.tax_amount);
      expect(Number.isInteger(own)).toBe(true);
      total += own;
    }
    expect(total).toBe(7007 - 1000 + 300);
  });

  it('of goods that were received in parts are owed in whole cents', () => {
    const bought = given(purchaseDocument.decider as never).after(
      [
        {
          type: 'enter',
          input: {
            ...place,
            ...{ currency_fk: 2, rate_fk: 4, supplier_fk: 8, payment_type: 'on_account' },
            lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '0.3334' }],
          },
          receive: false,
        },
        { type: 'receive', input: { date: '2026-03-11', lines: [{ line_id: 1, quantity: '1' }] } },
        { type: 'receive', input: { date: '2026-03-12' } },
      ] as never,
      shop(),
    );
    const owed = purchaseDocument
      .postingsOf(bought.state() as never, 'purchase-1')
      .map(({ openItems }) => printMoney(openItems[0]?.amount as never));
    expect(owed).toEqual(['0.33', '0.67']);
  });
});
