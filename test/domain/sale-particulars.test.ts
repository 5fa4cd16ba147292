/** The fields of a sale beside its goods: contact, delivery, and a rounded discount. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountToReach, roundedDown } from '../../domain/pricing/rounded-discount.ts';
import { documentTotals, type PricedDocument } from '../../domain/pricing/totals.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { quotation } from '../../domain/sales/orders/quotation.ts';
import { saleOf } from '../../domain/sales/orders/quotation-rules.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { sale } from '../../domain/sales/sale.ts';
import type { Sale } from '../../domain/sales/sale-events.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const line = { item_fk: 11, unit_fk: 1, quantity: '2', price: '10000' };
const input = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-10',
  currency_fk: 1,
  payment_type: 'on_account' as const,
  lines: [line],
};
const enter = (more: object, facts = shop()) =>
  given(sale).when({ type: 'enter', input: { ...input, ...more } }, facts);
const entered = (more: object, facts = shop()): Sale => {
  const [event] = enter(more, facts).gives('sale.completed');
  if (event?.type !== 'sale.completed') throw new Error('not completed');
  return event.data;
};
const reached = shop({
  records: {
    'customer-7': {
      ...RECORDS['customer-7'],
      mobile: '0750 111 2233',
      address: 'Old street 1',
      addresses: [
        { label: 'Store', address: 'Store road 5' },
        { label: 'Home', address: 'Garden road 9', is_default: true },
      ],
    },
  },
});

describe('where the customer is reached', () => {
  it('is copied from the customer, and is that of the day of the sale', () => {
    expect(entered({}, reached)).toMatchObject({ customer_mobile: '0750 111 2233', customer_address: 'Garden road 9' });
    expect(entered({})).not.toHaveProperty('customer_mobile');
  });

  it('is that of the sale where the sale has one, also an empty one', () => {
    const other = entered({ customer_mobile: '0770 5', customer_address: 'At the bridge' }, reached);
    expect(other).toMatchObject({ customer_mobile: '0770 5', customer_address: 'At the bridge' });
    const none = entered({ customer_mobile: null, customer_address: null }, reached);
    expect(Object.keys(none)).not.toContain('customer_mobile');
    expect(Object.keys(none)).not.toContain('customer_address');
  });
});

describe('how the goods are received', () => {
  it('with the sale, is all of it delivered; later, nothing yet', () => {
    const stateOf = (received_type: string) =>
      given(sale)
        .after([
          { type: 'enter', input: { ...input, received_type, lines: [{ ...line, bonus_quantity: '1' }] } as never },
        ])
        .state();
    expect(stateOf('at_once')).toMatchObject({ delivered: [{ line_id: 1, quantity: '3' }] });
    expect(stateOf('collected')).toMatchObject({ delivered: [] });
  });

  it('at an address, needs one', () => {
    enter({ received_type: 'brought' }).isRefused('customer_address: required');
    enter({ received_type: 'brought', customer_address: 'Garden road 9' }).gives('sale.completed');
    enter({ received_type: 'brought' }, reached).gives('sale.completed');
  });
});

describe('a customer who is to their credit', () => {
  it('is not late without a due amount', () => {
    const records = { 'customer-7': { ...RECORDS['customer-7'], overdue_days: 30 } };
    const item = (amount: string) => ({ document: 'sale-1', date: '2025-12-01', amount, rate: null });
    enter({}, shop({ records, openItems: [item('-5000')] as never })).gives('sale.completed');
    enter({}, shop({ records, openItems: [item('5000')] as never })).isRefused('customer_fk: customer_overdue');
  });
});

describe('a rounded discount', () => {
  it('is off the whole, beside the other discount, and shared over the lines', () => {
    const rounded = entered({ discount: { type: 'percent', value: '5' }, rounded_discount: '1000' });
    const totals = documentTotals(rounded);
    expect([totals.invoiceDiscount, totals.total].map(printMoney)).toEqual(['2000', '18000']);
    expect(entered({ rounded_discount: '0' })).not.toHaveProperty('rounded_discount');
  });

  it('is held against the least price and the largest discount of an item, as every discount is', () => {
    const limited = (more: object) =>
      shop({ records: { 'item-11': { ...RECORDS['item-11'], item_name: 'Rice', ...more } }, permissions: [] });
    enter({ rounded_discount: '2000' }, limited({ minimum_price: '9000' })).gives('sale.completed');
    enter({ rounded_discount: '2004' }, limited({ minimum_price: '9000' })).isRefused(
      'lines.0.price: net_price_below_minimum',
    );
    enter({ rounded_discount: '2004' }, limited({ maximum_discount: '10' })).isRefused(
      'lines.0.price: discount_above_maximum',
    );
  });

  it('is not more than there is, and a whole amount of its currency', () => {
    enter({ rounded_discount: '20001' }).isRefused('discount: discount_above_amount');
    const body = { ...input, rounded_discount: '0.5', status: 'complete' as const };
    const [command] = saleDocument.create(body);
    given(saleDocument.decider)
      .when(command as never)
      .isRefused('rounded_discount: multiple_of_unit');
  });

  it('of a quotation is that of its sale, which is refused where it takes off more than was promised', () => {
    const { payment_type: _, ...quoted } = input;
    const state = given(quotation)
      .after([{ type: 'enter', input: { ...quoted, rounded_discount: '2500' } }])
      .state();
    if (state.status !== 'complete') throw new Error('not complete');
    const body = saleOf(state.data, { sale_fk: 9, date: '2026-03-10', payment_type: 'on_account', account_fk: null });
    expect(body.rounded_discount).toBe('2500');
    const records = { 'item-11': { ...RECORDS['item-11'], item_name: 'Rice', minimum_price: '9000' } };
    const converted = { status: 'converted', data: state.data, number: 'Q-1', sale_fk: 9 };
    const facts = shop({ records, documents: { 'quotation-4': converted }, permissions: [] } as never);
    const draft = (more: object) =>
      given(sale).after([{ type: 'draft', input: { ...body, ...more }, quotation_fk: 4 }], facts);
    draft({}).when({ type: 'complete' }, facts).gives('sale.completed');
    draft({ rounded_discount: '2600' })
      .when({ type: 'complete' }, facts)
      .isRefused('lines.0.price: net_price_below_minimum');
  });

  it('of a quotation applies to the customer whom it was promised to, and to no other', () => {
    const { payment_type: _, ...quoted } = { ...input, lines: [{ ...line, price: '5000' }] };
    const state = given(quotation)
      .after([{ type: 'enter', input: quoted }])
      .state();
    if (state.status !== 'complete') throw new Error('not complete');
    const body = saleOf(state.data, { sale_fk: 9, date: '2026-03-10', payment_type: 'on_account', account_fk: null });
    const records = {
      'item-11': { ...RECORDS['item-11'], item_name: 'Rice', minimum_price: '9000' },
      'customer-6': { consumer_name: 'Six', overdue_days: null },
    };
    const converted = { status: 'converted', data: state.data, number: 'Q-1', sale_fk: 9 };
    const facts = shop({ records, documents: { 'quotation-4': converted }, permissions: [] } as never);
    const sold = (customer_fk: number) =>
      given(sale)
        .after([{ type: 'draft', input: { ...body, customer_fk }, quotation_fk: 4 }], facts)
        .when({ type: 'complete' }, facts);
    sold(7).gives('sale.completed');
    sold(6).isRefused('lines.0.price: net_price_below_minimum');
  });

  it('reduces a purchase too, and the cost of its goods', () => {
    const bought = { ...input, supplier_fk: 8, rounded_discount: '500' };
    const { customer_fk: _, ...body } = bought;
    const [event] = given(purchase)
      .when({ type: 'draft', input: body } as never, shop())
      .events();
    expect(event?.data).toMatchObject({ rounded_discount: '500' });
  });

  it('is reversed by its share when goods are returned', () => {
    const state = given(sale)
      .after([{ type: 'enter', input: { ...input, rounded_discount: '1000' } }])
      .state();
    const facts = shop({ documents: { 'sale-1': state } } as never);
    const body = {
      ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 1, date: '2026-03-10', payment_type: 'on_account' as const },
      lines: [{ sale_line_id: 1, quantity: '1' }],
    };
    const [event] = given(saleReturn).when({ type: 'draft', input: body }, facts).events();
    expect(event?.data).toMatchObject({ lines: [{ gross_amount: '10000', discount_amount: '500' }] });
  });
});

describe('the note of a line', () => {
  const withNote = given(sale).after([{ type: 'enter', input: { ...input, lines: [{ ...line, note: 'red ones' }] } }]);
  const facts = shop({ documents: { 'sale-1': withNote.state() } } as never);
  const back = (own: object) => {
    const body = {
      ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 1, date: '2026-03-10', payment_type: 'on_account' as const },
      lines: [{ sale_line_id: 1, quantity: '1', ...own }],
    };
    const [event] = given(saleReturn)
      .when({ type: 'enter', input: body } as never, facts)
      .gives('sale_return.completed');
    return objectsOf(membersOf(event?.data)['lines'])[0]?.['note'];
  };

  it('is that of the returned line, unless the return states another, or none', () => {
    expect(back({})).toBe('red ones');
    expect(back({ note: 'torn' })).toBe('torn');
    expect(back({ note: null })).toBeNull();
  });
});

describe('the discount that reaches a total', () => {
  const document = (price: string, quantity: string, tax: string | null, percent: string): PricedDocument => ({
    lines: [
      { quantity, price, discount: null, tax_percent: tax },
      { quantity: '1', price: '1250', discount: { type: 'percent', value: percent }, tax_percent: null },
    ],
    discount: { type: 'percent', value: percent },
    delivery_charge: '500',
    rounding_step: null,
    decimals: 0,
  });

  it('is the smallest discount that reaches the total or less, with any taxes', () => {
    const price = fc.integer({ min: 1, max: 5_000_000 }).map(String);
    const count = fc.integer({ min: 1, max: 40 }).map(String);
    const tax = fc.constantFrom(null, '5', '15', '33.3333');
    fc.assert(
      fc.property(
        price,
        count,
        tax,
        fc.constantFrom('0', '7.5'),
        fc.integer({ min: 0, max: 100 }),
        (one, many, at, off, part) => {
          const priced = document(one, many, at, off);
          const { total } = documentTotals(priced);
          const wanted = money(String((BigInt(printMoney(total)) * BigInt(part)) / 100n));
          const discount = discountToReach(priced, wanted);
          if (discount === undefined) return;
          const totalsWith = (amount: bigint) =>
            documentTotals({ ...priced, rounded_discount: printMoney(money(String(amount))) });
          const units = BigInt(printMoney(discount));
          const reached = totalsWith(units);
          // The delivery charge is not discounted.
          if (reached.net > 0n) expect(reached.total <= wanted).toBe(true);
          if (units > 0n) expect(totalsWith(units - 1n).total > wanted).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is exact without taxes, and none where the total is below it already', () => {
    const priced = document('43650', '1', null, '0');
    const { total } = documentTotals(priced);
    expect(printMoney(total)).toBe('45400');
    expect(printMoney(discountToReach(priced, roundedDown(total, '1000')) ?? money('0'))).toBe('400');
    expect(discountToReach(priced, total)).toBe(0n);
    expect(discountToReach(priced, money('45401'))).toBeUndefined();
  });
});

describe('a line that says nothing of tax', () => {
  const taxed = shop({
    records: {
      'item-11': { ...RECORDS['item-11'], tax_fk: 1 },
      'tax-1': { percentage: '10', recoverable: true, date: '2026-03-10' },
    },
  });
  const percentOf = (more: object, date = '2026-03-10') =>
    entered({ date, lines: [{ ...line, ...more }] }, taxed).lines.map(({ tax_percent }) => tax_percent);

  it('has the tax of its item from the first day of that tax; one that says none has none', () => {
    expect(percentOf({})).toEqual(['10']);
    expect(percentOf({ item_fk: 12 })).toEqual([null]);
    expect(percentOf({ tax_percent: null })).toEqual([null]);
    expect(percentOf({ tax_percent: '5' })).toEqual(['5']);
    expect(percentOf({}, '2026-03-09')).toEqual([null]);
  });

  it('has it in quotations too', () => {
    const { payment_type: _, ...offered } = input;
    const [event] = given(quotation)
      .when({ type: 'draft', input: { ...offered, lines: [line, { ...line, tax_percent: null }] } }, taxed)
      .gives('quotation.drafted');
    expect(event?.data).toMatchObject({ lines: [{ tax_percent: '10' }, { tax_percent: null }] });
  });
});
