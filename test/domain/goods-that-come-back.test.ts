/** Goods and gifts that come back, orders of the application, quotations: boundaries, and plain calculations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CameBack, type GivingDocument, owedGifts, worthOfGifts } from '../../domain/sales/gifts-owed.ts';
import { checkReturnedLines } from '../../domain/sales/goods-return.ts';
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { quotation } from '../../domain/sales/orders/quotation.ts';
import { newlyOwed, worthToKeep } from '../../domain/sales/returned-gifts.ts';
import type { SaleInput } from '../../domain/sales/sale.schema.ts';
import { sale } from '../../domain/sales/sale.ts';
import type { SaleReturnInput } from '../../domain/sales/sale-return.schema.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { quantity, toQuantity } from '../../domain/values/quantity.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { given } from './given.ts';
import { openItem, RECORDS, shop } from './shop.ts';

interface Line {
  readonly count: number;
  readonly bonus: number;
  readonly factor: 1 | 12;
  readonly back: number;
  readonly bonusBack: number;
}
const line = fc.record({
  count: fc.integer({ min: 0, max: 4 }),
  bonus: fc.integer({ min: 0, max: 3 }),
  factor: fc.constantFrom(1 as const, 12 as const),
  back: fc.integer({ min: 0, max: 4 }),
  bonusBack: fc.integer({ min: 0, max: 3 }),
});
const documentOf = (lines: readonly Line[], more: object = {}): GivingDocument => ({
  ...{ outlet_fk: 1, date: '2026-03-10', currency_fk: 1, system_currency_fk: 1, decimals: 0 },
  ...{ discount: null, delivery_charge: null, rounding_step: null },
  lines: lines.map(({ count, bonus, factor }, index) => ({
    ...{ line_id: index + 1, item_fk: 11 + index, unit_fk: 1, unit_factor: `${factor}`, quantity: `${count}` },
    ...{ bonus_quantity: `${bonus}`, price: '1200', discount: null, tax_percent: null },
    ...more,
  })),
});
const backIn =
  (lines: readonly Line[], isBack = true) =>
  (id: number): CameBack => {
    const { count = 0, bonus = 0, factor = 1, back = 0, bonusBack = 0 } = lines[id - 1] ?? {};
    const base = (of: number) => toQuantity(quantity(String(isBack ? of * factor : 0)));
    return { sold: base(Math.min(back, count)), bonus: base(Math.min(bonusBack, bonus)) };
  };
const NO_TERMS = { promotion: () => undefined, factor: () => undefined };

describe('a gift without a promotion', () => {
  it('is owed when nothing that was paid of its line stays, or of the document where its line was only a gift', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 3 }), (lines) => {
        const stays = ({ count, back }: Line) => count > Math.min(back, count);
        const expected = lines.flatMap((own, index) => {
          const kept = own.bonus - Math.min(own.bonusBack, own.bonus);
          const isEarned = own.count === 0 ? lines.some(stays) : stays(own);
          return kept === 0 || isEarned ? [] : [`${index + 1}: ${kept}`];
        });
        const owed = owedGifts(documentOf(lines), backIn(lines), NO_TERMS);
        expect(owed.map(({ line_id, quantity: count }) => `${line_id}: ${count}`)).toEqual(expected);
        // Its worth is that of its line at the price of the line, each in whole units of the currency.
        const worth = worthOfGifts(owed, documentOf(lines), () => undefined);
        expect(printMoney(worth)).toBe(String(owed.reduce((sum, gift) => sum + Number(gift.quantity) * 1200, 0)));
      }),
    );
  });

  it('is newly owed when it was not owed before, or less of it', () => {
    const before: readonly Line[] = [{ count: 1, bonus: 3, factor: 1, back: 1, bonusBack: 0 }];
    const owedNow = (was: readonly Line[], now: readonly Line[]) =>
      newlyOwed(documentOf(before), { before: backIn(was), now: backIn(now) }, NO_TERMS).map((gift) => gift.quantity);
    const with1Back = before.map((own) => ({ ...own, bonusBack: 1 }));
    const staying = before.map((own) => ({ ...own, back: 0 }));
    expect(owedNow(before, before)).toEqual([]);
    expect(owedNow(before, with1Back)).toEqual([]);
    expect(owedNow(staying, before)).toEqual(['3']);
    expect(owedNow(with1Back, before)).toEqual(['3']);
  });

  it('keeps its worth in a refund, and gives it back when it comes back after it was kept', () => {
    const all: readonly Line[] = [{ count: 1, bonus: 2, factor: 1, back: 1, bonusBack: 0 }];
    const none = all.map((own) => ({ ...own, back: 0 }));
    const worth = (was: readonly Line[], now: readonly Line[], kept: string, price = '1200') => {
      const returns = { before: backIn(was), now: backIn(now), kept: money(kept), listed: () => '700' };
      return printMoney(worthToKeep(documentOf(all, { price }), returns, NO_TERMS));
    };
    const giftBack = all.map((own) => ({ ...own, bonusBack: 2 }));
    expect(worth(none, all, '0')).toBe('2400');
    expect(worth(none, all, '0', '0')).toBe('1400');
    expect(worth(all, giftBack, '2400')).toBe('-2400');
    // What was left to the customer does not come back as money.
    expect([worth(all, giftBack, '0'), worth(all, giftBack, '1000')]).toEqual(['0', '-1000']);
  });

  it('has the price of the same goods on another line when its own has none', () => {
    const [own, other] = documentOf([
      { count: 0, bonus: 2, factor: 1, back: 0, bonusBack: 0 },
      { count: 1, bonus: 0, factor: 12, back: 1, bonusBack: 0 },
    ]).lines;
    if (!own || !other) throw new Error('no lines');
    const lines = [
      { ...own, price: '0' },
      { ...other, item_fk: own.item_fk },
    ];
    const gift = { line_id: 1, item_fk: 11, quantity: '2' };
    expect(printMoney(worthOfGifts([gift], { ...documentOf([]), lines }, () => '9'))).toBe('200');
    expect(printMoney(worthOfGifts([gift], { ...documentOf([]), lines: [{ ...own, price: '0' }] }, () => '9'))).toBe(
      '18',
    );
  });
});

describe('a line that comes back', () => {
  it('has something of it, at a price that is none below zero, and a discount of at most its amount', () => {
    const told = (more: object) => {
      const issues = new Issues();
      const own = { quantity: '1', bonus_quantity: null, price: '5', gross_amount: '10', discount_amount: '10' };
      checkReturnedLines([{ ...own, ...more }] as never, issues);
      return issues.list.map(({ field, message }) => `${field}: ${message}`);
    };
    expect(told({})).toEqual([]);
    expect(told({ discount_amount: '10.0001' })).toEqual(['lines.0.discount: discount_above_amount']);
    expect(told({ price: '-1' })).toEqual(['lines.0.price: min']);
    expect(told({ price: '0', quantity: '0', bonus_quantity: '1' })).toEqual([]);
    for (const none of [{ quantity: '0' }, { quantity: '-1', bonus_quantity: '2' }, { bonus_quantity: '-1' }])
      expect(told(none)).toEqual(['lines.0.quantity: greater_than']);
  });
});

describe('the return of a sale', () => {
  const soldInput: SaleInput = {
    ...{ outlet_fk: 1, inventory_fk: 1, customer_fk: 7, date: '2026-03-05', currency_fk: 2, rate: '1500' },
    payment_type: 'on_account',
    lines: [{ item_fk: 11, unit_fk: 1, quantity: '9', price: '10' }],
  };
  const sold = given(sale)
    .after([{ type: 'draft', input: soldInput }, { type: 'complete' }])
    .state();
  const returning = (open: string, more: object = {}) => {
    const item = { ...openItem('sale-1', open, '1500'), residue: '0.0003' };
    const facts = shop({ documents: { 'sale-1': sold }, openItems: [item] });
    const of: SaleReturnInput = {
      ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 1, customer_fk: 7, date: '2026-03-20' },
      ...{ payment_type: 'on_account', lines: [{ sale_line_id: 1, quantity: '3' }], ...more },
    };
    const [event] = given(saleReturn).when({ type: 'enter', input: of }, facts).events();
    return event?.type === 'sale_return.completed' ? event.data : undefined;
  };

  it('settles what is open of it on account, and takes what is left in the books when that is all of it', () => {
    expect(returning('50')).toMatchObject({ open_amount: '50', settled_amount: '30' });
    expect(returning('20')).toMatchObject({ open_amount: '20', settled_amount: '20' });
    expect(returning('-20')).toMatchObject({ open_amount: '0', settled_amount: '0' });
    const leftOf = (open: string) => returning(open)?.left_over !== undefined;
    expect([leftOf('30.01'), leftOf('30'), leftOf('29.99')]).toEqual([false, true, true]);
  });

  it('settles nothing when it is paid in cash, or is of no sale', () => {
    expect(returning('50', { payment_type: 'cash', account_fk: 5 })).toMatchObject({ settled_amount: '0' });
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '10' }];
    const own = returning('50', { sale_fk: null, currency_fk: 2, rate: '1500', lines });
    expect(own).toMatchObject({ settled_amount: '0' });
    expect(returning('50', { payment_type: 'cash', account_fk: 5 })?.open_amount ?? null).toBeNull();
    expect(own?.open_amount ?? null).toBeNull();
  });
});

describe('a quotation', () => {
  it('is of an outlet and an inventory of the person', () => {
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '1', price: '10000' }];
    const input = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', currency_fk: 1, lines };
    const entering = (more: object, facts = shop()) =>
      given(quotation).when({ type: 'draft', input: { ...input, ...more } } as never, facts);
    entering({}).gives('quotation.drafted');
    entering({}, shop({ outlets: [2] })).isRefused('outlet_fk: not_your_outlet');
    entering({ inventory_fk: 2 }).isRefused('inventory_fk: not_of_the_outlet');
    entering({ expire_date: '2026-03-09' }).isRefused('expire_date: end_date_after_start_date');
    entering({ expire_date: '2026-03-10' }).gives('quotation.drafted');
  });
});

describe('an order of the application', () => {
  const settings = { ...RECORDS['app_setting-1'], outlet_fk: 1, inventory_fk: 1, account_fk: 3 };
  const placing = (counts: readonly string[], setting: object = {}, item: object = {}, more: object = {}) => {
    const records = {
      'app_setting-1': { ...settings, ...setting },
      'item-11': { ...RECORDS['item-11'], category_fk: 1, ...item },
      'category-1': {},
    };
    const lines = counts.map((count) => ({ item_fk: 11, unit_fk: 1, quantity: count }));
    const input = { received_type: 'collected', lines, ...more };
    const facts = shop({ records, levels: { 'stock:11:1': '5' } });
    return given(onlineOrder).when({ type: 'place', customer: 1, input } as never, facts);
  };

  it('is of what is in stock, all of its lines together, above what stays in the shop', () => {
    placing(['5']).gives('online_order.ordered');
    placing(['3', '2']).gives('online_order.ordered');
    placing(['3', '3']).isRefused('lines.1.quantity: not_in_stock_online');
    placing(['4'], {}, { out_of_stock_minimum: '1' }).gives('online_order.ordered');
    placing(['5'], {}, { out_of_stock_minimum: '1' }).isRefused('lines.0.quantity: not_in_stock_online');
    placing(['0']).isRefused('lines.0.quantity: greater_than');
  });

  it('has goods for the least amount, without the charge of its delivery, and costs what was shown', () => {
    const brought = { received_type: 'brought', delivery_zone_fk: 1 };
    placing(['2'], { minimum_order_amount: '20000' }).gives('online_order.ordered');
    placing(['2'], { minimum_order_amount: '20001' }).isRefused('lines: below_minimum_order');
    placing(['2'], { minimum_order_amount: '20000' }, {}, brought).gives('online_order.ordered');
    placing(['2'], { minimum_order_amount: '20001' }, {}, brought).isRefused('lines: below_minimum_order');
    placing(['2'], {}, {}, { ...brought, expected_total: '22000' }).gives('online_order.ordered');
    placing(['2'], {}, {}, { ...brought, expected_total: '20000' }).isRefused('expected_total: order_costs_otherwise');
  });
});
