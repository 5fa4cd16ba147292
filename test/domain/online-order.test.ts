import { describe, expect, it } from 'vitest';
import { onlineOrderDocument } from '../../domain/sales/orders/online-order.document.ts';
import type { OnlineOrderInput } from '../../domain/sales/orders/online-order.schema.ts';
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { membersOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { orderInput as input, ofOnlineCustomer, prepaid } from './histories-online.ts';
import { RECORDS, shop } from './shop.ts';

const pending = given(onlineOrder).after([{ type: 'order', input }]);
const confirm = { type: 'confirm', input: { accepted_minutes: 45 } } as const;
const confirmed = pending.after([confirm]);
const deliver = { type: 'deliver', input: {} } as const;
const delivered = confirmed.after([deliver]);
const cancel = { type: 'cancel', input: { reason: 'nobody home', order_cancellation_message_fk: 1 } } as const;
const cancelled = confirmed.after([cancel]);
const back = { type: 'return_to_pending', reason: 'x' } as const;
const undelivered = { type: 'return_to_confirmed', reason: 'x' } as const;
const paid = given(onlineOrder).after([{ type: 'order', input: prepaid }]);

describe('an online order that is new', () => {
  it('is entered once, with the facts of a sale', () => {
    const [event] = given(onlineOrder).when({ type: 'order', input }).gives('online_order.ordered');
    expect(event?.data).toMatchObject({ number: null, account_type: 1, lines: [{ line_id: 1, unit_factor: '1' }] });
    pending.when({ type: 'order', input }).givesNothing();
    given(onlineOrder).when(confirm).isWrongState('enter');
  });

  it('requires for a prepayment a customer, an amount, a rate for money of the other currency, and the rest in cash', () => {
    const wrong = { ...prepaid, customer_fk: null, prepayment: { amount: '0', account_fk: 5 } };
    given(onlineOrder)
      .when({ type: 'order', input: wrong })
      .isRefused('customer_fk: required', 'prepayment.amount: greater_than', 'prepayment.paid_rate: required');
    const above = { ...prepaid, payment_type: 'on_account' as const, prepayment: { amount: '37501', account_fk: 3 } };
    given(onlineOrder)
      .when({ type: 'order', input: above })
      .isRefused('prepayment.amount: prepayment_above_total', 'payment_type: rest_in_cash');
  });
});

describe('an online order that is pending', () => {
  it('is changed, confirmed and cancelled', () => {
    pending.when({ type: 'change', input: { ...input, note: 'x' } }).gives('online_order.changed');
    const [event] = pending.when(confirm).gives('online_order.confirmed');
    expect(event?.data).toMatchObject({ accepted_minutes: 45, reserves: true });
    pending.when(cancel).gives('online_order.cancelled');
    pending.when(back).givesNothing();
    pending.when(deliver).isWrongState('change', 'confirm', 'cancel');
    pending.when(undelivered).isWrongState('change', 'confirm', 'cancel');
  });

  it('is not confirmed without lines, or below the minimum price', () => {
    given(onlineOrder)
      .after([{ type: 'order', input: { ...input, lines: [] } }])
      .when(confirm)
      .isRefused('lines: at_least_one_line');
  });

  it('keeps its prepayment, and the carrying value of it, when it is changed', () => {
    const { prepayment: _paid, ...without } = prepaid;
    const [event] = paid.when({ type: 'change', input: { ...without, note: 'x' } }).gives('online_order.changed');
    expect(event?.data).toMatchObject({ prepayment: { amount: '20000', account_fk: 3, date: '2026-03-10' } });
    paid
      .when({ type: 'change', input: { ...prepaid, customer_fk: null, prepayment: { amount: '1', account_fk: 3 } } })
      .isRefused('prepayment: cannot_be_changed', 'customer_fk: cannot_be_changed');
    pending.when({ type: 'change', input: prepaid }).isRefused('prepayment: cannot_be_changed');
  });
});

describe('an online order that is confirmed', () => {
  const keys = (claims: readonly object[] | undefined) =>
    claims?.map((claim) => [
      claim['key' as never],
      claim['day' as never],
      claim['delta' as never],
      claim['floor' as never],
    ]);

  it('is delivered, returned and cancelled', () => {
    confirmed.when(back).gives('online_order.returned_to_pending');
    confirmed.when(deliver).gives('online_order.delivered');
    confirmed.when(cancel).gives('online_order.cancelled');
    confirmed.when(undelivered).givesNothing();
    confirmed.when({ type: 'change', input }).isWrongState('give_to_driver', 'deliver', 'return_to_pending', 'cancel');
  });

  it('keeps its goods, bonus too, until it is delivered, returned or cancelled', () => {
    const claims = onlineOrderDocument.claims;
    const held = [
      ['stock:11:1', '9999-12-31', '-3', '0'],
      ['stock:11:1', '9999-12-31', '-1', '0'],
    ];
    expect(keys(claims?.(pending.state(), confirmed.state(), 'online_order-1'))).toEqual(held);
    expect(keys(claims?.(confirmed.state(), delivered.state(), 'online_order-1'))).toEqual([
      ['stock:11:1', '9999-12-31', '3', undefined],
      ['stock:11:1', '9999-12-31', '1', undefined],
    ]);
    expect(keys(claims?.(delivered.state(), confirmed.state(), 'online_order-1'))).toEqual(held);
    const free = shop({ records: { 'system_setting-1': { currency_fk: 1, allow_negative_stock: true } } });
    const unheld = pending.after([confirm], free).state();
    expect(claims?.(pending.state(), unheld, 'online_order-1')).toEqual([]);
  });

  it('is delivered today as agreed, or as stated', () => {
    const [event] = confirmed.when(deliver).gives('online_order.delivered');
    expect(event?.data).toMatchObject({ sale: { date: '2026-03-20', time: '10:00:00', account_fk: 3 }, prepaid: null });
    const [other] = confirmed
      .when({ type: 'deliver', input: { date: '2026-03-12', payment_type: 'on_account' } })
      .gives('online_order.delivered');
    expect(other?.data).toMatchObject({
      sale: { date: '2026-03-12', payment_type: 'on_account', account_fk: null, rounding_step: null },
    });
    confirmed
      .when({ type: 'deliver', input: { date: '2026-03-09', account_fk: 5 } })
      .isRefused('date: before_the_order', 'paid_rate: required');
    confirmed.when({ type: 'deliver', input: { date: '2026-02-30' } }).isRefused('date: date');
    paid
      .after([confirm])
      .when({ type: 'deliver', input: { payment_type: 'on_account' } })
      .isRefused('payment_type: rest_in_cash');
  });

  it('is delivered for the agreed total, whichever account it is paid into', () => {
    const stepInto = (account_fk: number, of = confirmed) => {
      const [event] = of.when({ type: 'deliver', input: { account_fk } }).gives('online_order.delivered');
      return membersOf(membersOf(event?.data)['sale'])['rounding_step'];
    };
    const [box, bank] = [3, 22];
    expect([stepInto(box), stepInto(bank)]).toEqual(['250', '250']);
    const intoBank = given(onlineOrder).after([{ type: 'order', input: { ...input, account_fk: bank } }, confirm]);
    expect([stepInto(box, intoBank), stepInto(bank, intoBank)]).toEqual([null, null]);
  });
});

describe('an online order that is paid with the other of dinar and dollar', () => {
  const rates = [{ id: 4, rate: '1490', in_rate: '1480', date: '2026-03-01' }];
  const facts = shop({ rates });
  const dollars = { amount: '20000', account_fk: 5 };
  const order = (prepayment: NonNullable<OnlineOrderInput['prepayment']>, more: Partial<OnlineOrderInput> = {}) =>
    ({ type: 'order', input: { ...input, ...more, prepayment } }) as const;

  it('has the money of its prepayment beside the amount, at the rate of the day or a typed one', () => {
    const ordered = (prepayment: NonNullable<OnlineOrderInput['prepayment']>, more: Partial<OnlineOrderInput> = {}) =>
      membersOf(given(onlineOrder).when(order(prepayment, more), facts).events()[0]?.data)['prepayment'];
    expect(ordered(dollars)).toMatchObject({ paid_amount: '13.51', paid_currency_fk: 2, paid_rate: '1480' });
    expect(ordered({ ...dollars, paid_rate: '1500' })).toMatchObject({ amount: '20000', paid_amount: '13.33' });
    expect(ordered({ ...dollars, money_amount: '13.5' })).toMatchObject({ paid_amount: '13.5', money_amount: '13.5' });
    const inDollars = { currency_fk: 2, rate_fk: 4, account_fk: 5 };
    expect(ordered({ amount: '20', account_fk: 3 }, inDollars)).toMatchObject({
      ...{ paid_amount: '29500', paid_currency_fk: 1, paid_rate: '1480' },
    });
    expect(ordered({ amount: '20000', account_fk: 3 })).not.toHaveProperty('paid_amount');
  });

  it('refuses a rate of a person who may not enter rates, and money where there is no other currency', () => {
    const clerk = shop({ rates, permissions: ['online_orders/store'] });
    given(onlineOrder)
      .when(order({ ...dollars, paid_rate: '1500' }), clerk)
      .isRefused('prepayment.paid_rate: rate_needs_permission');
    given(onlineOrder)
      .when(order({ amount: '20000', account_fk: 3, money_amount: '5' }), facts)
      .isRefused('prepayment.money_amount: only_other_account');
    const far = shop({ rates, confirmed: false });
    given(onlineOrder)
      .when(order({ ...dollars, money_amount: '135' }), far)
      .isRefused('prepayment.money_amount: rate_changes_much');
  });

  it('keeps the money of its prepayment when it is changed', () => {
    const history = given(onlineOrder).after([order({ ...dollars, paid_rate: '1500', money_amount: '13.25' })], facts);
    const change = (more: object) =>
      history.when({ type: 'change', input: { ...input, note: 'x', prepayment: { ...dollars, ...more } } }, facts);
    const [same] = change({ paid_rate: '1500.00', money_amount: '13.25' }).gives('online_order.changed');
    expect(same?.data).toMatchObject({ prepayment: { paid_amount: '13.25', paid_rate: '1500' } });
    change({}).gives('online_order.changed');
    change({ paid_rate: '1490' }).isRefused('prepayment: cannot_be_changed');
    change({ money_amount: '14' }).isRefused('prepayment: cannot_be_changed');
  });

  it('is delivered for what the prepayment leaves, in money of the day of the delivery', () => {
    const prepaid = given(onlineOrder).after([order(dollars), confirm], facts);
    const into = (more: object) =>
      membersOf(
        membersOf(prepaid.when({ type: 'deliver', input: { account_fk: 5, ...more } }, facts).events()[0]?.data)[
          'sale'
        ],
      );
    expect(into({})).toMatchObject({
      paid_amount: '11.82',
      paid_currency_fk: 2,
      paid_rate: '1480',
      rounding_step: '250',
    });
    expect(into({ paid_rate: '1500' })).toMatchObject({ paid_amount: '11.67', paid_rate: '1500' });
    expect(into({ money_amount: '11.75' })).toMatchObject({ paid_amount: '11.75' });
    expect(into({ account_fk: 3 })).not.toHaveProperty('paid_amount');
  });

  it('names an account of the other currency from the beginning, and is undone and delivered again with another', () => {
    const [event] = given(onlineOrder)
      .when({ type: 'order', input: { ...input, account_fk: 5 } }, facts)
      .gives('online_order.ordered');
    expect(event?.data).toMatchObject({ account_fk: 5, paid_currency_fk: 2, rounding_step: null });
    expect(event?.data).not.toHaveProperty('paid_rate');
    const planned = given(onlineOrder).after([{ type: 'order', input: { ...input, account_fk: 5 } }, confirm], facts);
    const first = planned.after([{ type: 'deliver', input: { money_amount: '25.5' } }], facts);
    expect(first.state()).toMatchObject({ data: { paid_amount: '25.5', account_fk: 5 } });
    const undone = first.after([undelivered], facts);
    const state = undone.state();
    expect(state.status === 'none' ? undefined : state.data).not.toHaveProperty('paid_amount');
    const [again] = undone.when(deliver, facts).gives('online_order.delivered');
    expect(membersOf(again?.data)['sale']).toMatchObject({ paid_amount: '25.34', paid_currency_fk: 2 });
    expect(membersOf(membersOf(again?.data)['sale'])).not.toHaveProperty('money_amount');
  });
});

describe('an online order with a promotion', () => {
  it('is delivered with the credit that was confirmed, also when the promotion was changed and stopped', () => {
    const rewarded = given(onlineOrder).after([
      { type: 'order', input: { ...input, promotions: [{ promotion_fk: 3 }] } },
      confirm,
    ]);
    const stopped = { ...RECORDS['promotion-3'], status: 'inactive', reward_amount: '1' };
    const now = shop({ records: { 'promotion-3': stopped } });
    const [event] = rewarded.when(deliver, now).gives('online_order.delivered');
    expect(event?.data).toMatchObject({ sale: { promotions: [{ promotion_fk: 3, times: 1, amount: '1500' }] } });
    rewarded.after([back]).when(confirm, now).isRefused('promotions.0.promotion_fk: promotion_not_active');
  });
});

describe('an online order that is delivered or cancelled', () => {
  it('returns to confirmed with how it was paid', () => {
    delivered.when(undelivered).gives('online_order.returned_to_confirmed');
    delivered.when(cancel).isWrongState('return_to_confirmed');
    delivered.when(back).isWrongState('return_to_confirmed');
    const state = delivered.after([undelivered]).state();
    expect(state).toMatchObject({ status: 'confirmed', data: { date: '2026-03-10' }, accepted_minutes: 45 });
    expect(state).not.toHaveProperty('delivery');
  });

  it('keeps the message to the customer, and remains cancelled', () => {
    expect(cancelled.state()).toMatchObject({
      status: 'cancelled',
      cancelled: { reason: 'nobody home', message: 'We could not reach you', refund: null },
    });
    cancelled.when(confirm).isWrongState();
    pending
      .when({ type: 'cancel', input: { reason: null, order_cancellation_message_fk: 9 } })
      .isRefused('order_cancellation_message_fk: unknown_record');
  });
});

describe('an online order of a customer of the application', () => {
  const online = given(onlineOrder).after([{ type: 'order', input: ofOnlineCustomer }]);
  const give = (driver_fk: number | null) => ({ type: 'give_to_driver', input: { driver_fk } }) as const;

  it('is not given to a driver when its customer collects it', () => {
    const collected = given(onlineOrder).after([
      { type: 'order', input: { ...input, received_type: 'collected' } },
      confirm,
    ]);
    collected.when(give(1)).isWrongState('deliver', 'return_to_pending', 'cancel');
    collected.when(deliver).gives('online_order.delivered');
  });

  it('completes missing fields: mobile, address, customer of the books, and the charge of the zone', () => {
    const [event] = given(onlineOrder).when({ type: 'order', input: ofOnlineCustomer }).gives('online_order.ordered');
    expect(event?.data).toMatchObject({
      ...{ online_customer_fk: 1, delivery_zone_fk: 1, driver_fk: 3, customer_fk: 7 },
      ...{ customer_mobile: '0770 111 2233', customer_address: '12 Citadel street', delivery_charge: '2000' },
    });
    const { delivery_zone_fk: _zone, ...usual } = ofOnlineCustomer;
    const [other] = given(onlineOrder).when({ type: 'order', input: usual }).gives('online_order.ordered');
    expect(other?.data).toMatchObject({ delivery_charge: '3000' });
    const said = { ...ofOnlineCustomer, delivery_charge: '500', customer_mobile: '1', customer_address: 'there' };
    const [own] = given(onlineOrder).when({ type: 'order', input: said }).gives('online_order.ordered');
    expect(own?.data).toMatchObject({ delivery_charge: '500', customer_mobile: '1', customer_address: 'there' });
  });

  it('has the charge of its zone also without a customer of the application, unless another one is entered', () => {
    const chargeOf = (more: object) =>
      given(onlineOrder)
        .when({ type: 'order', input: { ...input, ...more } })
        .gives('online_order.ordered')[0]?.data;
    expect(chargeOf({ delivery_zone_fk: 1 })).toMatchObject({ delivery_charge: '2000' });
    expect(chargeOf({ delivery_zone_fk: 1, delivery_charge: '0' })).toMatchObject({ delivery_charge: '0' });
    expect(chargeOf({})).toMatchObject({ delivery_charge: null });
  });

  it('is brought for nothing from an amount on, and when it is fetched', () => {
    const many = { ...ofOnlineCustomer, lines: [{ item_fk: 11, unit_fk: 1, quantity: '10', price: '10000' }] };
    for (const free of [many, { ...ofOnlineCustomer, received_type: 'collected' as const }]) {
      const [event] = given(onlineOrder).when({ type: 'order', input: free }).gives('online_order.ordered');
      expect(event?.data).toMatchObject({ delivery_charge: null });
    }
  });

  it('is refused from a blocked customer, and with records that do not exist', () => {
    const refused = (more: object) => given(onlineOrder).when({ type: 'order', input: { ...input, ...more } });
    refused({ online_customer_fk: 2 }).isRefused('online_customer_fk: online_customer_blocked');
    refused({ online_customer_fk: 9, delivery_zone_fk: 9, driver_fk: 99 }).isRefused(
      'online_customer_fk: unknown_record',
      'delivery_zone_fk: unknown_record',
      'driver_fk: unknown_record',
    );
  });

  it('is cancelled by its customer while it is pending and nothing is paid, and by nobody else', () => {
    const own = (customer = 1) => ({ type: 'cancel_own', input: { reason: 'no' }, customer }) as const;
    const [event] = online.when(own()).gives('online_order.cancelled');
    expect(event?.data).toMatchObject({ reason: 'no', refund: null });
    online.when(own(2)).isRefused(': not_found');
    online.after([confirm]).when(own()).isRefused(': order_is_on_its_way');
    const inAdvance = given(onlineOrder).after([{ type: 'order', input: { ...prepaid, online_customer_fk: 1 } }]);
    inAdvance.when(own()).isRefused(': order_is_prepaid');
    inAdvance.when(own(2)).isRefused(': not_found');
    // The shop cancels it, and pays the amount back.
    const [refunded] = inAdvance.when(cancel).gives('online_order.cancelled');
    expect(refunded?.data).toMatchObject({ refund: { prepayment: { amount: '20000' } } });
  });

  it('promises the minutes of its zone, of the settings, or the stated ones', () => {
    const minutes = (order: typeof online, said: object) =>
      order.when({ type: 'confirm', input: said }).gives('online_order.confirmed')[0]?.data;
    expect(minutes(online, {})).toMatchObject({ accepted_minutes: 20 });
    expect(minutes(pending, {})).toMatchObject({ accepted_minutes: 30 });
    expect(minutes(online, { accepted_minutes: null })).toMatchObject({ accepted_minutes: null });
  });

  it('is assigned to a driver, to another one and to none, once it is confirmed', () => {
    online.when(give(2)).isWrongState('change', 'confirm', 'cancel');
    const ready = online.after([confirm]);
    ready.when(give(3)).givesNothing();
    ready.when(give(99)).isRefused('driver_fk: unknown_record');
    const [event] = ready.when(give(2)).gives('online_order.given_to_driver');
    expect(event?.data).toEqual({ driver_fk: 2 });
    expect(ready.after([give(null)]).state()).not.toHaveProperty('data.driver_fk');
  });
});
