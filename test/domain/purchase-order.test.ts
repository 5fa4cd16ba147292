import { describe, expect, it } from 'vitest';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import type { PurchaseInput } from '../../domain/purchasing/purchase.schema.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseOrderDocument } from '../../domain/purchasing/purchase-order.document.ts';
import type { PurchaseOrderInput } from '../../domain/purchasing/purchase-order.schema.ts';
import { purchaseOrder } from '../../domain/purchasing/purchase-order.ts';
import type {
  AdvancePayment,
  AllocatedAdvance,
  PurchaseOrderEvent,
} from '../../domain/purchasing/purchase-order-events.ts';
import type { MadePurchase } from '../../domain/purchasing/purchase-order-state.ts';
import { printMoney } from '../../domain/values/money.ts';
import { printRate } from '../../domain/values/rate.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

const input: PurchaseOrderInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  supplier_fk: 8,
  date: '2026-03-01',
  received_date: '2026-03-25',
  currency_fk: 2,
  rate_fk: 4,
  lines: [{ item_fk: 11, unit_fk: 2, quantity: '10', price: '20' }],
};
const drafted = given(purchaseOrder).after([{ type: 'draft', input }]);
const billed = drafted.after([{ type: 'bill' }]);
const payment = { payment_id: 1, amount: '50', account_fk: 5, date: '2026-03-02' };
const paid = billed.after([{ type: 'pay', input: payment }]);
const made = (fields: Partial<MadePurchase> = {}): MadePurchase => ({
  purchase_fk: 1,
  outlet_fk: 1,
  supplier_fk: 8,
  date: '2026-03-10',
  time: null,
  lines: [{ order_line_id: 1, item_fk: 11, base_quantity: '48' }],
  open: { date: '2026-03-10', amount: '80', rate: '1500', advances: [{ date: '2026-03-02', amount: '50' }] },
  ...fields,
});
const purchased = paid.after([{ type: 'purchase', made: made() }]);
const posted = (of: typeof drafted) =>
  purchaseOrderDocument.postingsOf(of.state(), 'purchase_order-1').map((posting) => balances(posting));

describe('a purchase order that is new', () => {
  it('is drafted with the out rate and the facts of its items', () => {
    const [event] = given(purchaseOrder).when({ type: 'draft', input }).gives('purchase_order.drafted');
    expect(event?.data).toMatchObject({ rate: '1490', received_date: '2026-03-25', lines: [{ unit_factor: '12' }] });
  });

  it('is refused with all wrong fields at once', () => {
    const lines = [
      { item_fk: 13, unit_fk: 1, quantity: '1', price: '1' },
      { item_fk: 99, unit_fk: 1, quantity: '1', price: '1' },
    ];
    given(purchaseOrder)
      .when({ type: 'draft', input: { ...input, supplier_fk: 99, received_date: '2026-02-30', lines } })
      .isRefused(
        'supplier_fk: unknown_record',
        'received_date: date',
        'lines.0.item_fk: goods_only',
        'lines.1.item_fk: unknown_record',
      );
  });

  it('is paid and purchased only when it is billed', () => {
    given(purchaseOrder).when({ type: 'pay', input: payment }).isWrongState('draft');
    drafted.when({ type: 'purchase', made: made() }).isWrongState('change', 'bill', 'discard');
    drafted.when({ type: 'close' }).isWrongState('change', 'bill', 'discard');
  });
});

describe('a purchase order that is a draft', () => {
  it('is changed, discarded and billed', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }).gives('purchase_order.draft_changed');
    drafted.when({ type: 'change', input }).givesNothing();
    drafted.when({ type: 'discard' }).gives('purchase_order.discarded');
    drafted.when({ type: 'bill' }).gives('purchase_order.billed');
    given(purchaseOrder).when({ type: 'enter', input }).gives('purchase_order.billed');
  });

  it('is not billed without lines and quantities', () => {
    given(purchaseOrder)
      .after([{ type: 'draft', input: { ...input, lines: [] } }])
      .when({ type: 'bill' })
      .isRefused('lines: at_least_one_line');
  });
});

describe('a purchase order that is billed', () => {
  it('posts nothing until it is paid, and then an advance to the supplier', () => {
    expect(posted(billed)).toEqual([]);
    expect(posted(paid)).toEqual([{ 'supplier-advances supplier-8': '74500', 'cash:5': '-74500' }]);
  });

  it('is paid in advance once by the number of the payment, from an account that there is', () => {
    billed.when({ type: 'pay', input: payment }).gives('purchase_order.paid');
    paid.when({ type: 'pay', input: { ...payment, amount: '60' } }).isRefused('payment_id: unique');
    billed
      .when({ type: 'pay', input: { ...payment, amount: '0', account_fk: 99 } })
      .isRefused('amount: greater_than', 'account_fk: unknown_record');
  });

  it('is paid with dinars at the rate of the payment', () => {
    const inDinars = billed.after([{ type: 'pay', input: { ...payment, account_fk: 3 } }]);
    expect(posted(inDinars)).toEqual([{ 'supplier-advances supplier-8': '74500', 'cash:3': '-74500' }]);
  });

  it('has a payment reversed with a reason', () => {
    paid.when({ type: 'reverse_payment', payment_id: 1, reason: 'x' }).gives('purchase_order.payment_reversed');
    paid.when({ type: 'reverse_payment', payment_id: 2, reason: 'x' }).isRefused('payment_id: unknown_payment');
    expect(posted(paid.after([{ type: 'reverse_payment', payment_id: 1, reason: 'x' }]))).toEqual([]);
  });

  it('creates a purchase of its part, once, and settles its debt from the advance, each at its own rate', () => {
    const events = paid.when({ type: 'purchase', made: made() }).events();
    expect(events.map(({ type }) => type)).toEqual(['purchase_order.purchased', 'purchase_order.advance_allocated']);
    expect(posted(purchased)[1]).toEqual({
      'payable supplier-8': '75000',
      'supplier-advances supplier-8': '-74500',
      'fx-realised': '-500',
    });
    expect(purchased.state()).toMatchObject({ status: 'bill', delivered: [{ line_id: 1, quantity: '4' }] });
    purchased.when({ type: 'purchase', made: made() }).givesNothing();
  });

  it('settles a purchase with the part of the advance that the supplier has not given back', () => {
    const of = (amount: string) => ({
      ...{ date: '2026-03-10', amount: '80', rate: '1500' },
      advances: amount === '0' ? [] : [{ date: '2026-03-02', amount }],
    });
    const [, allocated] = paid.when({ type: 'purchase', made: made({ open: of('20') }) }).events();
    expect(allocated).toMatchObject({
      data: { open_amount: '20', allocations: [{ document: 'purchase-1', amount: '20' }] },
    });
    paid.when({ type: 'purchase', made: made({ open: of('0') }) }).gives('purchase_order.purchased');
  });

  it('settles a bill that is older than the payment in advance on the day of the payment', () => {
    const [, allocated] = paid.when({ type: 'purchase', made: made({ date: '2026-02-20' }) }).events();
    expect(allocated).toMatchObject({ type: 'purchase_order.advance_allocated', data: { date: '2026-03-02' } });
    const [, same] = paid.when({ type: 'purchase', made: made() }).events();
    expect(same).toMatchObject({ data: { date: '2026-03-10' } });
  });

  it('creates purchases of at most the remaining quantity', () => {
    const more = made({ purchase_fk: 2, lines: [{ order_line_id: 1, item_fk: 11, base_quantity: '84' }] });
    purchased.when({ type: 'purchase', made: more }).isRefused('lines.0.quantity: more_than_ordered');
  });

  it('takes no purchase that was drafted before the order was changed', () => {
    const changed = { ...input, supplier_fk: 9, lines: [{ item_fk: 12, unit_fk: 1, quantity: '10', price: '20' }] };
    const other = billed.after([
      { type: 'return_to_draft', reason: 'x' },
      { type: 'change', input: changed },
      { type: 'bill' },
    ]);
    other
      .when({ type: 'purchase', made: made({ lines: [{ order_line_id: 1, item_fk: 11, base_quantity: '1' }] }) })
      .isRefused('supplier_fk: not_of_the_order', 'lines.0.item_fk: not_of_the_order');
    const unknown = made({ lines: [{ order_line_id: 7, item_fk: 11, base_quantity: '1' }] });
    billed.when({ type: 'purchase', made: unknown }).isRefused('lines.0.order_line_id: unknown_line');
  });

  it('is closed when all of it was purchased, and opened when a purchase is reversed', () => {
    const rest = made({ purchase_fk: 2, lines: [{ order_line_id: 1, item_fk: 11, base_quantity: '72' }], open: null });
    purchased.when({ type: 'purchase', made: rest }).gives('purchase_order.purchased', 'purchase_order.closed');
    const all = purchased.after([{ type: 'purchase', made: rest }]);
    all.when({ type: 'pay', input: { ...payment, payment_id: 2 } }).isWrongState('reverse_payment');
    all.when({ type: 'open', reason: 'x' }).isWrongState('reverse_payment');
    all
      .when({ type: 'take_back_purchase', purchase_fk: 1 })
      .gives('purchase_order.advance_unallocated', 'purchase_order.purchase_taken_back', 'purchase_order.opened');
    const back = all.after([{ type: 'take_back_purchase', purchase_fk: 1 }]);
    expect(back.state()).toMatchObject({ status: 'bill', delivered: [{ quantity: '6' }] });
    expect(posted(back)).toHaveLength(1);
  });

  it('is closed by hand and opened again, and takes no purchase in between', () => {
    billed.when({ type: 'close' }).gives('purchase_order.closed');
    const closed = billed.after([{ type: 'close' }]);
    closed.when({ type: 'purchase', made: made() }).isRefused('purchase_order_fk: order_not_billed');
    closed.when({ type: 'open', reason: 'x' }).gives('purchase_order.opened');
  });

  it('returns to draft while nothing was paid or purchased', () => {
    billed.when({ type: 'return_to_draft', reason: 'x' }).gives('purchase_order.returned_to_draft');
    paid.when({ type: 'return_to_draft', reason: 'x' }).isWrongState('pay', 'reverse_payment', 'close');
    const unpaid = paid.after([{ type: 'reverse_payment', payment_id: 1, reason: 'x' }]);
    unpaid.when({ type: 'return_to_draft', reason: 'x' }).gives('purchase_order.returned_to_draft');
    const again = unpaid.after([{ type: 'return_to_draft', reason: 'x' }, { type: 'bill' }]);
    again.when({ type: 'pay', input: payment }).isRefused('payment_id: unique');
    again.when({ type: 'pay', input: { ...payment, payment_id: 2 } }).gives('purchase_order.paid');
  });
});

describe('a purchase order in dollars that is paid in advance on several days', () => {
  const rates = [
    { id: 6, date: '2026-03-05', rate: '1520', in_rate: '1515' },
    { id: 4, date: '2026-03-01', rate: '1490', in_rate: '1485' },
  ];
  const known = shop({ rates });
  const pay = (payment_id: number, amount: string, date: string, more: object = {}) =>
    ({ type: 'pay', input: { payment_id, amount, date, account_fk: 5, ...more } }) as const;
  const twice = billed.after([pay(2, '30', '2026-03-06'), pay(1, '40', '2026-03-02')], known);
  const opened = (of: typeof twice) =>
    purchaseOrderDocument
      .postingsOf(of.state(), 'purchase_order-1')
      .flatMap(({ openItems }) => openItems)
      .filter(({ credit }) => credit)
      .map(({ document, date, amount, rate }) => [document, date, printMoney(amount), rate && printRate(rate)]);
  const open = (amount: string, ...advances: readonly (readonly [string, string])[]) => ({
    ...{ date: '2026-03-10', amount, rate: '1500' },
    advances: advances.map(([date, left]) => ({ date, amount: left })),
  });
  const both = [
    ['2026-03-02', '40'],
    ['2026-03-06', '30'],
  ] as const;

  it('has each payment open under its day, at the out rate of that day', () => {
    expect(opened(twice)).toEqual([
      ['purchase_order-1', '2026-03-06', '-30', '1520'],
      ['purchase_order-1', '2026-03-02', '-40', '1490'],
    ]);
    expect(posted(twice)).toEqual([
      { 'supplier-advances supplier-8': '45600', 'cash:5': '-45600' },
      { 'supplier-advances supplier-8': '59600', 'cash:5': '-59600' },
    ]);
  });

  it('takes a named or typed rate, and that of the order where no rate of the day is known', () => {
    const rateOf = (more: object, facts = known) => {
      const of = billed.after([pay(1, '40', '2026-03-06', more)], facts).state();
      const [paid] = of.status === 'bill' ? of.payments : [];
      return [paid?.rate_fk, paid?.rate];
    };
    expect([rateOf({}), rateOf({ rate_fk: 4 }), rateOf({ rate: '1503' })]).toEqual([
      [6, '1520'],
      [4, '1490'],
      [null, '1503'],
    ]);
    expect(rateOf({}, shop())).toEqual([4, '1490']);
    billed.when(pay(1, '40', '2026-03-06', { rate: '0' }), known).isRefused('rate: greater_than');
  });

  it('has one rate on one day', () => {
    twice.when(pay(3, '5', '2026-03-06', { rate: '1521' }), known).isRefused('rate: one_rate_per_day');
    const [event] = twice.when(pay(3, '5', '2026-03-06', { rate: '1520.00' }), known).events();
    expect(event?.data).toMatchObject({ rate_fk: 6, rate: '1520' });
    // The rate that another person typed needs no permission of one's own.
    const clerk = shop({ rates, permissions: [] });
    const typed = billed.after([pay(1, '40', '2026-03-06', { rate: '1503' })], known);
    typed.when(pay(2, '5', '2026-03-06', { rate: '1503' }), clerk).gives('purchase_order.paid');
    typed.when(pay(2, '5', '2026-03-07', { rate: '1503' }), clerk).isRefused('rate: rate_needs_permission');
    const again = twice.after([{ type: 'reverse_payment', payment_id: 2, reason: 'x' }]);
    again.when(pay(3, '5', '2026-03-06', { rate: '1521' }), known).gives('purchase_order.paid');
  });

  it('settles the bill of the oldest payment first, and realises the difference of each', () => {
    const events = twice.when({ type: 'purchase', made: made({ open: open('60', ...both) }) }, known).events();
    expect(events.slice(1).map(({ data }) => data)).toMatchObject([
      { allocation_id: 1, transaction_date: '2026-03-02', rate: '1490', rate_fk: 4, open_amount: '40' },
      { allocation_id: 2, transaction_date: '2026-03-06', rate: '1520', rate_fk: 6, open_amount: '30' },
    ]);
    const settled = events.slice(1).map(({ data }) => (data as AllocatedAdvance).allocations[0]);
    expect(settled).toMatchObject([
      { amount: '40', open_amount: '60' },
      { amount: '20', open_amount: '20' },
    ]);
    const now = twice.after([{ type: 'purchase', made: made({ open: open('60', ...both) }) }], known);
    expect(posted(now).slice(2)).toEqual([
      { 'payable supplier-8': '60000', 'supplier-advances supplier-8': '-59600', 'fx-realised': '-400' },
      { 'payable supplier-8': '30000', 'supplier-advances supplier-8': '-30400', 'fx-realised': '400' },
    ]);
    const rest = made({ purchase_fk: 2, lines: [], open: open('90', ['2026-03-06', '10']) });
    const [, third] = now.when({ type: 'purchase', made: rest }, known).events();
    expect(third).toMatchObject({ data: { allocation_id: 3, open_amount: '10', allocations: [{ amount: '10' }] } });
  });

  it('keeps what was stored before payments had a rate of their own, and what is paid beside it on the day of the order', () => {
    const before: AdvancePayment = {
      ...{ payment_id: 1, outlet_fk: 1, supplier_fk: 8, currency_fk: 2, system_currency_fk: 1, rate: '1490' },
      ...{ order_date: '2026-03-01', date: '2026-03-02', time: null, amount: '40', account_fk: 5, account_type: 1 },
    };
    const stored: PurchaseOrderEvent = { type: 'purchase_order.paid', v: 1, data: before };
    const old = given(purchaseOrder, [...billed.events, stored]);
    expect(opened(old)).toEqual([['purchase_order-1', '2026-03-01', '-40', '1490']]);
    const beside = old.after([pay(2, '5', '2026-03-01'), pay(3, '6', '2026-03-06')], known);
    expect(opened(beside).slice(1)).toEqual([
      ['purchase_order-1', '2026-03-01', '-5', '1490'],
      ['purchase_order-1', '2026-03-06', '-6', '1520'],
    ]);
    const all = open('80', ['2026-03-01', '45'], ['2026-03-06', '6']);
    const events = beside
      .when({ type: 'purchase', made: made({ open: all }) }, known)
      .events()
      .slice(1);
    expect(events.map(({ data }) => 'rate_fk' in (data as object))).toEqual([false, true]);
    expect(events.map(({ data }) => data)).toMatchObject([
      { transaction_date: '2026-03-01', rate: '1490', open_amount: '45' },
      { transaction_date: '2026-03-06', rate: '1520', open_amount: '6' },
    ]);
  });
});

describe('a purchase that is made from an order', () => {
  const line = { item_fk: 11, unit_fk: 1, quantity: '48', price: '1.6', order_line_id: 1 };
  const body: PurchaseInput = {
    outlet_fk: 1,
    inventory_fk: 1,
    purchase_order_fk: 1,
    supplier_fk: 8,
    date: '2026-03-10',
    currency_fk: 2,
    rate: '1500',
    payment_type: 'on_account',
    lines: [line],
  };
  const facts = (known: Parameters<typeof shop>[0] = {}) =>
    shop({ documents: { 'purchase_order-1': paid.state() }, ...known });
  const started = given(purchase);
  const entered = started.after([{ type: 'enter', input: body, receive: false }], facts());
  const followed = (before: typeof started, now: typeof entered, known = facts()) =>
    purchaseDocument.sideEffects?.(now.events.slice(before.events.length), now.state(), 'purchase-1', {
      before: before.state(),
      facts: known,
    });

  it('is of its outlet, supplier and lines', () => {
    given(purchase)
      .when(
        {
          type: 'draft',
          input: {
            ...body,
            supplier_fk: 9,
            lines: [
              { ...line, order_line_id: 7 },
              { ...line, item_fk: 12 },
            ],
          },
        },
        facts(),
      )
      .isRefused(
        'supplier_fk: not_of_the_order',
        'lines.0.order_line_id: unknown_line',
        'lines.1.item_fk: not_of_the_order',
      );
    given(purchase)
      .when({ type: 'draft', input: { ...body, purchase_order_fk: null } }, facts())
      .isRefused('lines.0.order_line_id: line_without_order');
    given(purchase)
      .when({ type: 'draft', input: body }, facts({ documents: { 'purchase_order-1': drafted.state() } }))
      .isRefused('purchase_order_fk: order_not_billed');
  });

  it('updates the purchased quantity and the open amount of its order, each time that its debt grows', () => {
    expect(followed(started, entered)).toMatchObject([
      {
        kind: 'purchase_order',
        id: 1,
        existing: true,
        commands: [{ type: 'purchase', made: { purchase_fk: 1, open: null, lines: [{ base_quantity: '48' }] } }],
      },
    ]);
    const part = entered.after([{ type: 'receive', input: { lines: [{ line_id: 1, quantity: '12' }] } }]);
    const all = part.after([{ type: 'receive', input: {} }]);
    const known = facts({
      openItems: [
        openItem('purchase-1', '3', '1500', '2026-03-10'),
        openItem('purchase_order-1', '-20', '1490', '2026-03-02'),
      ],
    });
    const open = (known: unknown) => (known as { commands: { made: MadePurchase }[] }[])[0]?.commands[0]?.made.open;
    expect(open(followed(entered, part))).toMatchObject({ amount: '19.2', rate: '1500', advances: [] });
    expect(open(followed(part, all, known))).toMatchObject({
      amount: '60.6',
      advances: [{ date: '2026-03-02', amount: '20' }],
    });
    const back = all.after([{ type: 'return_to_draft', reason: 'x' }]);
    expect(followed(all, back)).toMatchObject([{ commands: [{ type: 'take_back_purchase', purchase_fk: 1 }] }]);
  });
});
