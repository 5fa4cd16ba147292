import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../domain/sales/sale.schema.ts';
import { type SaleState, sale } from '../../domain/sales/sale.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import type { SaleReturnInput } from '../../domain/sales/sale-return.schema.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { printMoney } from '../../domain/values/money.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

/** The worked example of docs/accounting.md, section 2, on account. */
const soldInput: SaleInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-05',
  currency_fk: 1,
  payment_type: 'on_account',
  discount: { type: 'amount', value: '3500' },
  delivery_charge: '1600',
  lines: [
    {
      item_fk: 11,
      unit_fk: 1,
      quantity: '3',
      price: '10000',
      discount: { type: 'percent', value: '5' },
      tax_percent: '5',
    },
    { item_fk: 12, unit_fk: 1, quantity: '2', price: '7500', tax_percent: '5', bonus_quantity: '1' },
  ],
};
const draftedSale = given(sale).after([{ type: 'draft', input: soldInput }]);
const sold: SaleState = draftedSale.after([{ type: 'complete' }]).state();
const facts = (known: Parameters<typeof shop>[0] = {}) =>
  shop({ documents: { 'sale-1': sold }, openItems: [openItem('sale-1', '43600')], ...known });

const input: SaleReturnInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  sale_fk: 1,
  customer_fk: 7,
  date: '2026-03-20',
  payment_type: 'on_account',
  lines: [{ sale_line_id: 1, quantity: '1' }],
};
const drafted = given(saleReturn).after([{ type: 'draft', input }], facts());
const completed = drafted.after([{ type: 'complete' }], facts());
const posted = (of: typeof drafted) => {
  const [posting] = saleReturnDocument.postingsOf(of.state(), 'sale_return-1');
  if (!posting) throw new Error('it is not in the books');
  return posting;
};

describe('a sale return that is new', () => {
  it('takes item, price and shares of discounts and tax from its sale', () => {
    const [event] = given(saleReturn).when({ type: 'draft', input }, facts()).gives('sale_return.drafted');
    expect(event?.data).toMatchObject({
      currency_fk: 1,
      sale_date: '2026-03-05',
      lines: [{ item_fk: 11, price: '10000', gross_amount: '10000', discount_amount: '1264', tax_amount: '437' }],
    });
  });

  it('is refused with every field that contradicts its sale, and takes fields that repeat it', () => {
    const line = { sale_line_id: 1, quantity: '1' };
    const discount = { type: 'percent', value: '6' } as const;
    const wrong = { ...line, item_fk: 12, unit_fk: 9, price: '1000', discount, tax_percent: '4' };
    given(saleReturn)
      .when({ type: 'draft', input: { ...input, discount, lines: [wrong] } }, facts())
      .isRefused(
        'discount: not_of_the_sale',
        ...['item_fk', 'unit_fk', 'price', 'tax_percent', 'discount'].map(
          (field) => `lines.0.${field}: not_of_the_sale`,
        ),
      );
    const same = {
      ...line,
      item_fk: 11,
      unit_fk: 1,
      price: '10000.0',
      discount: { type: 'percent', value: '5' } as const,
    };
    given(saleReturn)
      .when({ type: 'draft', input: { ...input, discount: { type: 'amount', value: '3500' }, lines: [same] } }, facts())
      .gives('sale_return.drafted');
  });

  it('is refused before the sale; on the same day it takes effect after it', () => {
    given(saleReturn)
      .when({ type: 'draft', input: { ...input, date: '2026-03-04' } }, facts())
      .isRefused('date: before_the_sale');
    given(saleReturn)
      .when({ type: 'draft', input: { ...input, date: '2026-03-05', time: '08:00' } }, facts())
      .isRefused('date: before_the_sale');
    const sameDay = given(saleReturn).after([{ type: 'draft', input: { ...input, date: '2026-03-05' } }], facts());
    expect(sameDay.events[0]?.data).toMatchObject({ time: '23:59:00' });
  });

  it('is refused with everything that is wrong with its sale', () => {
    given(saleReturn)
      .when(
        {
          type: 'draft',
          input: {
            ...input,
            customer_fk: 99,
            currency_fk: 2,
            lines: [
              { sale_line_id: 9, quantity: '1' },
              { sale_line_id: 1, quantity: '4' },
              { sale_line_id: 1, quantity: '1', bonus_quantity: '1' },
            ],
          },
        },
        facts(),
      )
      .isRefused(
        'customer_fk: unknown_record',
        'customer_fk: not_of_the_sale',
        'currency_fk: not_of_the_sale',
        'lines.0.sale_line_id: unknown_line',
        'lines.1.quantity: more_than_sold',
        'lines.2.sale_line_id: unique',
        'lines.2.bonus_quantity: more_than_sold',
      );
  });

  it('needs a sale that exists and is complete', () => {
    given(saleReturn).when({ type: 'draft', input }, shop()).isRefused('sale_fk: unknown_document');
    const draft = facts({ documents: { 'sale-1': draftedSale.state() } });
    given(saleReturn).when({ type: 'draft', input }, draft).isRefused('sale_fk: sale_not_complete');
  });

  it('without a sale needs item, unit, price and currency', () => {
    given(saleReturn)
      .when({ type: 'draft', input: { ...input, sale_fk: null, lines: [{ sale_line_id: 1, quantity: '1' }] } }, facts())
      .isRefused(
        'currency_fk: required',
        'lines.0.item_fk: required',
        'lines.0.unit_fk: required',
        'lines.0.price: required',
        'lines.0.sale_line_id: return_without_sale',
      );
  });

  it('cannot be completed or returned to draft', () => {
    given(saleReturn).when({ type: 'complete' }).isWrongState('draft');
    given(saleReturn).when({ type: 'return_to_draft', reason: 'x' }).isWrongState('draft');
  });
});

describe('a sale return that is a draft', () => {
  it('is changed, discarded and completed', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }, facts()).gives('sale_return.draft_changed');
    drafted.when({ type: 'change', input }, facts()).givesNothing();
    drafted.when({ type: 'discard' }).gives('sale_return.discarded');
    drafted.when({ type: 'complete' }, facts()).gives('sale_return.completed');
  });

  it('is not completed without quantity, nor when others returned the goods in the meantime', () => {
    given(saleReturn)
      .after([{ type: 'draft', input: { ...input, lines: [{ sale_line_id: 1, quantity: '0' }] } }], facts())
      .when({ type: 'complete' }, facts())
      .isRefused('lines.0.quantity: greater_than');
    drafted
      .when({ type: 'complete' }, facts({ levels: { 'returned:sale-1:1': '2.5' } }))
      .isRefused('lines.0.quantity: more_than_sold');
  });

  it('is computed again at completion, after other returns', () => {
    const [event] = drafted
      .when({ type: 'complete' }, facts({ levels: { 'returned:sale-1:1': '1' } }))
      .gives('sale_return.completed');
    expect(event?.data).toMatchObject({ lines: [{ returned_before: '1', discount_amount: '1265' }] });
  });
});

describe('a sale return that is a draft while its sale is corrected', () => {
  const corrected = (fields: Partial<SaleInput>, before: Partial<SaleInput> = {}) => {
    const known = (more: Partial<SaleInput>) => {
      const states = given(sale).after([{ type: 'draft', input: { ...soldInput, ...more } }, { type: 'complete' }]);
      return facts({ documents: { 'sale-1': states.state() } });
    };
    const body = { ...input, currency_fk: before.currency_fk ?? 1 };
    const draft = given(saleReturn).after([{ type: 'draft', input: body }], known(before));
    return draft.when({ type: 'complete' }, known({ ...before, ...fields }));
  };

  it('takes the rate, the day, the discount and the salesman of the sale again, as its lines', () => {
    const dollars = { currency_fk: 2, rate_fk: 4, salesman_fk: 2 };
    const [event] = corrected(
      { date: '2026-03-06', rate_fk: null, rate: '1500', discount: null, salesman_fk: 3 },
      dollars,
    ).gives('sale_return.completed');
    expect(event?.data).toMatchObject({
      rate_fk: null,
      rate: '1500',
      sale_date: '2026-03-06',
      discount: null,
      salesman_fk: 3,
      lines: [{ discount_amount: '500' }],
    });
    const [without] = corrected({ salesman_fk: null }, dollars).gives('sale_return.completed');
    expect(without?.data).not.toHaveProperty('salesman_fk');
  });

  it('is refused for another customer or currency, and before the sale', () => {
    const other = corrected({ customer_fk: null, payment_type: 'cash', account_fk: 5, currency_fk: 2, rate_fk: 4 });
    other.isRefused('customer_fk: not_of_the_sale', 'currency_fk: not_of_the_sale');
    corrected({ date: '2026-03-21' }).isRefused('date: before_the_sale');
  });
});

describe('a sale return that is complete', () => {
  it('posts the worked example, at the recorded cost of the line it returns', () => {
    const posting = posted(completed);
    expect(balances(posting)).toEqual({
      'sales-returns': '10000',
      'output-tax': '437',
      'sales-discounts': '-1264',
      'receivable customer-7': '-9173',
    });
    expect(posting.movements).toMatchObject([
      {
        quantity: 1_000_000n,
        valued: { by: 'sameCostAs', document: 'sale-1', line: 1 },
        contra: { key: 'cost-of-goods-sold' },
      },
    ]);
  });

  it('settles the open amount of the sale first, and leaves the rest as a credit', () => {
    expect(posted(completed).openItems).toEqual([
      { party: 'customer-7', currency: 1, date: '2026-03-05', document: 'sale-1', outlet: 1, amount: -91_730_000n },
    ]);
    const paid = drafted.after([{ type: 'complete' }], facts({ openItems: [openItem('sale-1', '9000')] }));
    expect(
      posted(paid).openItems.map(({ document, amount, credit }) => [document, printMoney(amount), credit]),
    ).toEqual([
      ['sale-1', '-9000', undefined],
      ['sale_return-1', '-173', true],
    ]);
    expect(balances(posted(paid))).toMatchObject({
      'receivable customer-7': '-9000',
      'customer-advances customer-7': '-173',
    });
  });

  it('in parts returns exactly the amounts of the sale', () => {
    let returned = 0;
    let total = 0n;
    for (const count of [1, 2]) {
      const known = facts({ levels: { 'returned:sale-1:1': String(returned) } });
      const body = { ...input, lines: [{ sale_line_id: 1, quantity: String(count) }] };
      const part = given(saleReturn).after([{ type: 'draft', input: body }, { type: 'complete' }], known);
      total += posted(part).lines.find((line) => line.party)?.base ?? 0n;
      returned += count;
    }
    // 26,207 net and 1,310 tax
    expect(total).toBe(-275_170_000n);
  });

  it('returns free goods to promotion cost', () => {
    const body = { ...input, lines: [{ sale_line_id: 2, quantity: '0', bonus_quantity: '1' }] };
    const bonus = given(saleReturn).after([{ type: 'draft', input: body }, { type: 'complete' }], facts());
    expect(posted(bonus).movements).toMatchObject([
      { valued: { by: 'sameCostAs', document: 'sale-1', line: 100_002 }, contra: { key: 'promotion-cost' } },
    ]);
  });

  it('claims the quantity of each line, so that two returns at once cannot both succeed', () => {
    expect(saleReturnDocument.claims?.(drafted.state(), completed.state(), 'sale_return-1')).toMatchObject([
      { kind: 'level', key: 'returned:sale-1:1', delta: '1', ceiling: '1', message: 'returned_meanwhile' },
      { kind: 'level', key: 'returned:sale-1:refunded', delta: '9173' },
    ]);
    expect(saleReturnDocument.claims?.(completed.state(), drafted.state(), 'sale_return-1')).toMatchObject([
      { kind: 'level', key: 'returned:sale-1:1', delta: '-1' },
      { kind: 'level', key: 'returned:sale-1:refunded', delta: '-9173' },
    ]);
  });

  it('returns to draft and is not discarded, changed or completed otherwise', () => {
    completed.when({ type: 'return_to_draft', reason: 'x' }).gives('sale_return.returned_to_draft');
    completed.when({ type: 'discard' }).isWrongState('return_to_draft');
    completed.when({ type: 'change', input }).isWrongState('return_to_draft');
  });
});

describe('a sale return without its sale', () => {
  it('posts entered prices and the present average, rounded to 250 in cash and exact from a bank', () => {
    const body: SaleReturnInput = {
      outlet_fk: 1,
      inventory_fk: 1,
      date: '2026-03-20',
      currency_fk: 1,
      payment_type: 'cash',
      account_fk: 3,
      discount: { type: 'percent', value: '10' },
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '2', price: '1100' }],
    };
    const posting = posted(given(saleReturn).after([{ type: 'draft', input: body }, { type: 'complete' }]));
    expect(balances(posting)).toEqual({
      'sales-returns': '2200',
      'sales-discounts': '-220',
      'cash:3': '-2000',
      rounding: '20',
    });
    expect(posting.movements).toMatchObject([{ valued: { by: 'average' } }]);
    const bank = { ...body, account_fk: 22 };
    const paid = posted(given(saleReturn).after([{ type: 'draft', input: bank }, { type: 'complete' }]));
    expect(balances(paid)).toEqual({ 'sales-returns': '2200', 'sales-discounts': '-220', 'bank:22': '-1980' });
  });

  it('gives back the tax of the item on its day where a line says none, and none where it says so', () => {
    const item = { item_name: 'Rice', item_type: 'goods', tax_fk: 4, item_units: [{ unit_fk: 1, base_unit_qty: '1' }] };
    const records = { 'item-11': item, 'tax-4': { percentage: '15', date: '2026-03-15' } };
    const back = (date: string, line: object) => {
      const goods = { item_fk: 11, unit_fk: 1, quantity: '3', price: '1100', ...line };
      const paid = { payment_type: 'cash' as const, account_fk: 22 };
      const input = { outlet_fk: 1, inventory_fk: 1, date, currency_fk: 1, ...paid, lines: [goods] };
      const [event] = given(saleReturn).when({ type: 'draft', input }, shop({ records })).gives('sale_return.drafted');
      return event?.data;
    };
    expect(back('2026-03-20', {})).toMatchObject({ lines: [{ tax_percent: '15', tax_amount: '495' }] });
    expect(back('2026-03-14', {})).toMatchObject({ lines: [{ tax_percent: null, tax_amount: '0' }] });
    expect(back('2026-03-20', { tax_percent: null })).toMatchObject({ lines: [{ tax_percent: null }] });
    expect(back('2026-03-20', { tax_percent: '5' })).toMatchObject({ lines: [{ tax_amount: '165' }] });
  });
});
