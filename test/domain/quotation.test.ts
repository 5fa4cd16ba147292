import { describe, expect, it } from 'vitest';
import { quotationDocument } from '../../domain/sales/orders/quotation.document.ts';
import type { QuotationInput } from '../../domain/sales/orders/quotation.schema.ts';
import { quotation } from '../../domain/sales/orders/quotation.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const input: QuotationInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-10',
  expire_date: '2026-03-20',
  currency_fk: 2,
  rate_fk: 4,
  discount: { type: 'percent', value: '10' },
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '8' }],
};
const drafted = given(quotation).after([{ type: 'draft', input }]);
const completed = drafted.after([{ type: 'complete' }]);
const convert = { type: 'convert_to_sale', input: { payment_type: 'on_account' } } as const;
/** The number of the drafted sale. */
const known = { ...shop(), newIds: { sale: 30 } };
const converted = completed.after([convert], known);

describe('a quotation that is new', () => {
  it('is drafted at the in rate, or entered complete in one step', () => {
    const [event] = given(quotation).when({ type: 'draft', input }).gives('quotation.drafted');
    expect(event?.data).toMatchObject({ rate: '1480', expire_date: '2026-03-20', lines: [{ line_id: 1 }] });
    given(quotation).when({ type: 'enter', input }).gives('quotation.completed');
  });

  it('takes the listed price of a line without a price, at its own rate', () => {
    const line = { item_fk: 11, unit_fk: 2, quantity: '1' };
    const [event] = given(quotation)
      .when({ type: 'draft', input: { ...input, lines: [line] } })
      .gives('quotation.drafted');
    // 110,000 dinars at 1,480.
    expect(event?.data).toMatchObject({ lines: [{ price: '74.32' }] });
    given(quotation)
      .when({ type: 'draft', input: { ...input, lines: [{ ...line, unit_fk: 9 }] } })
      .isRefused('lines.0.unit_fk: not_a_unit_of_the_item', 'lines.0.price: required');
  });

  it('is refused with all wrong fields at once', () => {
    given(quotation)
      .when({ type: 'draft', input: { ...input, customer_fk: 99, expire_date: '2026-03-09', rate: '0' } })
      .isRefused('customer_fk: unknown_record', 'expire_date: end_date_after_start_date', 'rate: greater_than');
    given(quotation)
      .when({ type: 'draft', input: { ...input, expire_date: '2026-02-30' } })
      .isRefused('expire_date: date');
  });

  it('cannot be converted or completed', () => {
    given(quotation).when(convert, known).isWrongState('draft');
    given(quotation).when({ type: 'complete' }).isWrongState('draft');
  });
});

describe('a quotation that is a draft', () => {
  it('is changed, discarded and completed', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }).gives('quotation.draft_changed');
    drafted.when({ type: 'discard' }).gives('quotation.discarded');
    drafted.when({ type: 'complete' }).gives('quotation.completed');
    drafted.when(convert, known).isWrongState('change', 'complete', 'discard');
  });

  it('is not completed without lines, or with discounts above the amount', () => {
    given(quotation)
      .when({ type: 'enter', input: { ...input, lines: [] } })
      .isRefused('lines: at_least_one_line');
    given(quotation)
      .when({ type: 'enter', input: { ...input, discount: { type: 'amount', value: '25' } } })
      .isRefused('discount: discount_above_amount');
  });
});

describe('a quotation that is complete', () => {
  it('returns to draft, and is not in the books', () => {
    completed.when({ type: 'return_to_draft', reason: 'x' }).gives('quotation.returned_to_draft');
    expect(quotationDocument.postingsOf(completed.state(), 'quotation-4')).toEqual([]);
  });

  it('is converted to the sale whose number it stores, also on its last day, with the quoted prices', () => {
    const [event] = completed.when(convert, known).gives('quotation.converted');
    expect(event?.data).toEqual({ sale_fk: 30, date: '2026-03-20', payment_type: 'on_account', account_fk: null });
    const context = { before: completed.state(), facts: known };
    const [following] =
      quotationDocument.sideEffects?.([event as never], converted.state(), 'quotation-4', context) ?? [];
    expect(following).toMatchObject({
      kind: 'sale',
      id: 30,
      commands: [
        {
          type: 'draft',
          quotation_fk: 4,
          input: {
            rate: '1480',
            rate_fk: 4,
            discount: input.discount,
            lines: [{ line_id: 1, item_fk: 11, unit_fk: 1, quantity: '3', price: '8' }],
          },
        },
      ],
    });
  });

  it('is converted later to a sale of its last day or before, and to none of a day after it', () => {
    const later = { ...known, today: '2026-03-25' as typeof known.today };
    const on = (date: string) => completed.when({ ...convert, input: { ...convert.input, date } }, later);
    const [event] = on('2026-03-20').gives('quotation.converted');
    expect(event?.data).toMatchObject({ date: '2026-03-20' });
    on('2026-03-21').isRefused('expire_date: quotation_expired');
  });

  it('is not converted after its last day', () => {
    const tomorrow = { ...known, today: '2026-03-21' as typeof known.today };
    completed.when(convert, tomorrow).isRefused('expire_date: quotation_expired');
    const endless = given(quotation).after([{ type: 'enter', input: { ...input, expire_date: null } }]);
    endless.when(convert, tomorrow).gives('quotation.converted');
  });
});

describe('a quotation that was converted', () => {
  it('stays as it is', () => {
    converted.when(convert, known).givesNothing();
    converted.when({ type: 'draft', input }).givesNothing();
    converted.when({ type: 'change', input }).isWrongState();
    converted.when({ type: 'return_to_draft', reason: 'x' }).isWrongState();
    expect(converted.state()).toMatchObject({ status: 'converted', sale_fk: 30 });
  });

  it('is complete again when its draft sale is discarded, and not because of another sale', () => {
    converted.when({ type: 'reopen', sale_fk: 29 }).givesNothing();
    converted.when({ type: 'reopen', sale_fk: 30 }).gives('quotation.reopened');
    const reopened = converted.after([{ type: 'reopen', sale_fk: 30 }]);
    expect(reopened.state()).toEqual(completed.state());
    reopened.when({ type: 'return_to_draft', reason: 'x' }).gives('quotation.returned_to_draft');
    const [event] = reopened.when(convert, { ...known, newIds: { sale: 31 } }).gives('quotation.converted');
    expect(event?.data).toMatchObject({ sale_fk: 31 });
  });
});
