import { describe, expect, it } from 'vitest';
import type { Facts } from '../../domain/deciding/facts.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import type { SaleInput } from '../../domain/sales/sale.schema.ts';
import { sale } from '../../domain/sales/sale.ts';
import type { Sale, SaleEvent } from '../../domain/sales/sale-events.ts';
import { completedSale } from '../../domain/sales/sale-rules.ts';
import { given } from './given.ts';
import { openItem, RECORDS, shop } from './shop.ts';

const input: SaleInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-20',
  currency_fk: 1,
  payment_type: 'on_account',
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '10000' }],
};
/** The delivery of an order completes its sale with the agreed prices. */
function agreed(data: Sale, facts: Facts): readonly SaleEvent[] {
  completedSale(data, facts, { agreed: true });
  return [];
}
const line = input.lines[0] as SaleInput['lines'][number];
const drafted = given(sale).after([{ type: 'draft', input }]);
const completed = drafted.after([{ type: 'complete' }]);
const closed = completed.after([{ type: 'close' }]);

describe('a sale that is new', () => {
  it('is drafted, with the size of the unit and a number for the line, and takes effect when it is completed', () => {
    const [event] = given(sale).when({ type: 'draft', input }).gives('sale.drafted');
    expect(event?.data).toMatchObject({
      time: null,
      rounding_step: null,
      lines: [{ line_id: 1, unit_factor: '1', item_type: 'goods' }],
    });
    const later = shop({ now: '16:30:00' });
    const [late] = drafted.when({ type: 'complete' }, later).gives('sale.completed');
    expect(late?.data).toMatchObject({ time: '16:30:00' });
    const stated = given(sale).after([{ type: 'draft', input: { ...input, time: '09:15' } }]);
    const [timed] = stated.when({ type: 'complete' }, later).gives('sale.completed');
    expect(timed?.data).toMatchObject({ time: '09:15:00' });
  });

  it('rounds cash in dinar only, and nothing that a bank pays', () => {
    const cash = { ...input, payment_type: 'cash', account_fk: 3 } as const;
    expect(given(sale).after([{ type: 'draft', input: cash }]).events[0]?.data).toMatchObject({ rounding_step: '250' });
    const bank = { ...cash, account_fk: 22 };
    expect(given(sale).after([{ type: 'draft', input: bank }]).events[0]?.data).toMatchObject({
      ...{ account_type: 2, rounding_step: null },
    });
  });

  it('takes the in rate for dollar, and another only from whom may enter rates', () => {
    const dollar = { ...input, currency_fk: 2, rate_fk: 4 };
    const [event] = given(sale).when({ type: 'draft', input: dollar }).gives('sale.drafted');
    expect(event?.data).toMatchObject({ rate: '1480', rate_fk: 4 });
    given(sale)
      .when({ type: 'draft', input: { ...dollar, rate: '1500' } }, shop({ permissions: [] }))
      .isRefused('rate: rate_needs_permission');
  });

  it('is refused with all wrong fields at once', () => {
    given(sale)
      .when(
        {
          type: 'draft',
          input: {
            ...input,
            outlet_fk: 2,
            customer_fk: 99,
            date: '2026-02-30',
            currency_fk: 2,
            rate: '0',
            lines: [
              { ...line, item_fk: 99 },
              { ...line, unit_fk: 9 },
            ],
          },
        },
        shop({ outlets: [1] }),
      )
      .isRefused(
        'date: date',
        'outlet_fk: not_your_outlet',
        'inventory_fk: not_of_the_outlet',
        'customer_fk: unknown_record',
        'rate: greater_than',
        'lines.0.item_fk: unknown_record',
        'lines.1.unit_fk: not_a_unit_of_the_item',
      );
  });

  it('needs its account in cash, of its currency and outlet, and its customer on account', () => {
    given(sale)
      .when({ type: 'draft', input: { ...input, customer_fk: null } })
      .isRefused('customer_fk: required');
    given(sale)
      .when({ type: 'draft', input: { ...input, payment_type: 'cash' } })
      .isRefused('account_fk: required');
    given(sale)
      .when({ type: 'draft', input: { ...input, payment_type: 'cash', account_fk: 5 } })
      .isRefused('paid_rate: required');
    given(sale)
      .when({ type: 'draft', input: { ...input, payment_type: 'cash', account_fk: 6 } })
      .isRefused('account_fk: not_of_the_outlet');
  });

  it('refuses records that were retired', () => {
    given(sale)
      .when({ type: 'draft', input }, shop({ retired: ['item-11', 'customer-7'] }))
      .isRefused('lines.0.item_fk: retired_record', 'customer_fk: retired_record');
  });

  it('cannot be completed, returned, delivered, closed or opened', () => {
    for (const type of ['complete', 'close', 'discard'] as const) given(sale).when({ type }).isWrongState('draft');
    given(sale).when({ type: 'return_to_draft', reason: 'x' }).isWrongState('draft');
    given(sale)
      .when({ type: 'deliver', input: { lines: [] } })
      .isWrongState('draft');
    given(sale).when({ type: 'open', reason: 'x' }).isWrongState('draft');
  });
});

describe('a sale that is a draft', () => {
  it('owes one supplier in one currency at one rate, also when its prices were agreed in an order', () => {
    const cost = { cost_type: 'transport', payment_type: 'on_account', supplier_fk: 8, currency_fk: 2 } as const;
    const costs = [
      { ...cost, amount: '10', rate: '1490' },
      { ...cost, amount: '10', rate: '1500' },
    ];
    const refused = ['costs.0.rate: one_rate_per_supplier', 'costs.1.rate: one_rate_per_supplier'];
    const two = given(sale).after([{ type: 'draft', input: { ...input, costs } }]);
    two.when({ type: 'complete' }).isRefused(...refused);
    given(
      { ...sale, decide: (_, state, facts) => (state.status === 'draft' ? agreed(state.sale, facts) : []) },
      two.events,
    )
      .when({ type: 'complete' })
      .isRefused(...refused);
    // In cash, to another supplier, or at the same rate they are no common debt.
    const others = [
      { ...cost, amount: '10', rate: '1490' },
      { ...cost, amount: '10', rate: '1490.00' },
      { ...cost, amount: '10', rate: '1500', supplier_fk: 9 },
      { ...cost, amount: '10', rate: '1500', payment_type: 'cash', account_fk: 5 } as const,
    ];
    given(sale)
      .after([{ type: 'draft', input: { ...input, costs: others } }])
      .when({ type: 'complete' })
      .gives('sale.completed');
  });

  it('is changed, and by the same facts not a second time', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }).gives('sale.draft_changed');
    drafted.when({ type: 'change', input }).givesNothing();
    drafted.when({ type: 'draft', input }).givesNothing();
  });

  it('is discarded, and nothing can be done to it then', () => {
    drafted.when({ type: 'discard' }).gives('sale.discarded');
    drafted
      .after([{ type: 'discard' }])
      .when({ type: 'complete' })
      .isWrongState();
  });

  it('is completed without a number, which the store assigns', () => {
    const [event] = drafted.when({ type: 'complete' }).gives('sale.completed');
    expect(event?.data).toMatchObject({ number: null });
  });

  it('is refused with a zero quantity, a negative price and discounts above the amount, all at once', () => {
    const wrong = given(sale).after([
      {
        type: 'draft',
        input: {
          ...input,
          discount: { type: 'amount', value: '999999' },
          lines: [
            { ...line, quantity: '0' },
            { ...line, price: '-1', quantity: '1' },
            { ...line, discount: { type: 'amount', value: '30001' } },
          ],
        },
      },
    ]);
    wrong
      .when({ type: 'complete' })
      .isRefused(
        'lines.0.quantity: greater_than',
        'lines.1.price: min',
        'lines.1.discount: discount_above_amount',
        'lines.2.discount: discount_above_amount',
        'discount: discount_above_amount',
      );
    given(sale)
      .after([{ type: 'draft', input: { ...input, lines: [] } }])
      .when({ type: 'complete' })
      .isRefused('lines: at_least_one_line');
  });

  it('is not completed below the minimum price but by whom may, nor at another price where it is fixed', () => {
    const priced = { 'item-11': { ...RECORDS['item-11'], minimum_price: '10001', sale_price_editable: false } };
    drafted
      .when({ type: 'complete' }, shop({ records: priced, permissions: [] }))
      .isRefused('lines.0.price: net_price_below_minimum');
    drafted.when({ type: 'complete' }, shop({ records: priced })).gives('sale.completed');
    const cheap = given(sale).after([{ type: 'draft', input: { ...input, lines: [{ ...line, price: '9000' }] } }]);
    cheap
      .when({ type: 'complete' }, shop({ records: priced, permissions: [] }))
      .isRefused('lines.0.price: net_price_below_minimum', 'lines.0.price: price_not_editable');
  });

  it('is not completed on account while the oldest open document is older than the customer’s days', () => {
    const terms = { 'customer-7': { consumer_name: 'Seven', overdue_days: 10 } };
    const overdue = shop({ records: terms, openItems: [openItem('sale-1', '500', null, '2026-03-09')] });
    drafted.when({ type: 'complete' }, overdue).isRefused('customer_fk: customer_overdue');
    const inTime = shop({ records: terms, openItems: [openItem('sale-1', '500', null, '2026-03-10')] });
    drafted.when({ type: 'complete' }, inTime).gives('sale.completed');
    const inDollars = { ...openItem('sale-2', '500', '1480', '2026-03-08'), currency: 2 };
    const both = [{ ...openItem('sale-3', '500', null, '2026-03-19'), currency: 1 }, inDollars];
    drafted
      .when({ type: 'complete' }, shop({ records: terms, openItems: both }))
      .isRefused('customer_fk: customer_overdue');
  });

  it('asks for open items, of all currencies, of a customer with a limit of days only, and depends on none without', () => {
    const asked = (customer: object, payment_type = 'on_account') =>
      saleDocument.openItems?.({ customer_fk: 7, currency_fk: 2, payment_type }, (stream) =>
        stream === 'customer-7' ? { consumer_name: 'Seven', ...customer } : undefined,
      );
    const wanted = { party: 'customer-7', withDueDays: true };
    expect([asked({ overdue_days: 30 }), asked({ overdue_days: 0 }), asked({ overdue_option: 'all' })]).toEqual([
      wanted,
      wanted,
      wanted,
    ]);
    expect([asked({}), asked({ overdue_days: null }), asked({ overdue_days: 30 }, 'cash')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const unread = { ...shop(), openItems: undefined as never };
    Object.defineProperty(unread, 'openItems', {
      get: () => {
        throw new Error('the open items were read');
      },
    });
    drafted.when({ type: 'complete' }, unread).gives('sale.completed');
  });
});

describe('a sale that is complete', () => {
  it('returns to draft with its number, and keeps it when it is completed again', () => {
    completed.when({ type: 'return_to_draft', reason: 'wrong price' }).gives('sale.returned_to_draft');
    const numbered = completed.events.map(
      (event): SaleEvent =>
        event.type === 'sale.completed' ? { ...event, data: { ...event.data, number: 'S-1' } } : event,
    );
    const again = given(sale, numbered).after([{ type: 'return_to_draft', reason: 'x' }, { type: 'complete' }]);
    expect(again.state()).toMatchObject({ status: 'complete', number: 'S-1' });
    given(sale, numbered)
      .after([{ type: 'return_to_draft', reason: 'x' }])
      .when({ type: 'discard' })
      .isWrongState('change', 'complete', 'reverse');
  });

  it('is delivered in parts: never less than before, never more than was sold', () => {
    const lines = [{ line_id: 1, quantity: '2' }];
    completed.when({ type: 'deliver', input: { lines } }).gives('sale.delivered');
    const part = completed.after([{ type: 'deliver', input: { lines } }]);
    part
      .when({ type: 'deliver', input: { lines: [{ line_id: 1, quantity: '1' }] } })
      .isRefused('lines.0.quantity: total_at_least');
    part
      .when({ type: 'deliver', input: { lines: [{ line_id: 1, quantity: '4' }] } })
      .isRefused('lines.0.quantity: total_at_most');
    part
      .when({ type: 'deliver', input: { lines: [{ line_id: 2, quantity: '1' }] } })
      .isRefused('lines.0.line_id: unknown_line');
  });

  it('is closed and opened again, and not changed', () => {
    completed.when({ type: 'close' }).gives('sale.closed');
    closed.when({ type: 'open', reason: 'x' }).gives('sale.opened');
    completed.when({ type: 'change', input }).isWrongState('return_to_draft', 'deliver', 'close');
    completed.when({ type: 'discard' }).isWrongState('return_to_draft', 'deliver', 'close');
    closed.when({ type: 'return_to_draft', reason: 'x' }).isWrongState('open', 'deliver');
    closed.when({ type: 'complete' }).isWrongState('open', 'deliver');
  });

  it('has postings while it is complete or closed, and none as a draft', () => {
    const booked = (state: { status: string }) => saleDocument.postingsOf(state, 'sale-1').length;
    expect(booked(completed.state())).toBe(1);
    expect(booked(closed.state())).toBe(1);
    expect(booked(drafted.state())).toBe(0);
    expect(booked(completed.after([{ type: 'return_to_draft', reason: 'x' }]).state())).toBe(0);
  });
});
