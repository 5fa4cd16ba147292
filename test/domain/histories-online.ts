/** Histories with every event of online orders; see `histories.ts`. */
import type { DeliverOrderInput, OnlineOrderInput } from '../../domain/sales/orders/online-order.schema.ts';
import { type OnlineOrderCommand, onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

/** 37,500 in all. */
export const orderInput: OnlineOrderInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-10',
  currency_fk: 1,
  payment_type: 'cash',
  account_fk: 3,
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', bonus_quantity: '1', price: '12500' }],
};
export const prepaid = { ...orderInput, prepayment: { amount: '20000', account_fk: 3 } };

/** Prepaid and delivered with dollars. */
const inDollars = { account_fk: 5, paid_rate: '1500' };
const prepaidInDollars = { ...orderInput, prepayment: { ...inDollars, amount: '20000', money_amount: '13.25' } };

const history = (input: OnlineOrderInput, delivery: DeliverOrderInput = {}): OnlineOrderCommand[] => [
  { type: 'order', input },
  { type: 'change', input: { ...input, note: 'x' } },
  { type: 'confirm', input: { accepted_minutes: 45 } },
  { type: 'give_to_driver', input: { driver_fk: 2 } },
  { type: 'deliver', input: delivery },
  { type: 'return_to_confirmed', reason: 'not there' },
  { type: 'return_to_pending', reason: 'next week' },
  { type: 'cancel', input: { reason: 'nobody home', order_cancellation_message_fk: 1 } },
];

/** The order of a salesman, who earns a commission when it is delivered. */
const ofSalesman = { ...orderInput, salesman_fk: 2 };

/** The order of a customer of the application: with mobile, address and the delivery charge of the zone. */
export const ofOnlineCustomer: OnlineOrderInput = {
  ...orderInput,
  customer_fk: null,
  online_customer_fk: 1,
  delivery_zone_fk: 1,
  driver_fk: 3,
};

/** Cancelled with a message in three languages. */
const toldInLanguages: readonly OnlineOrderCommand[] = [
  { type: 'order', input: orderInput },
  { type: 'cancel', input: { reason: 'sold out', order_cancellation_message_fk: 2 } },
];

/** Placed by a customer in the application; the shop adds a note and delivers it. */
const placedByCustomer = given(onlineOrder).after(
  [
    {
      type: 'place',
      customer: 1,
      input: { received_type: 'collected', lines: [{ item_fk: 11, unit_fk: 1, quantity: '3' }] },
    },
    {
      type: 'change',
      input: {
        ...orderInput,
        date: '2026-03-20',
        received_type: 'collected',
        online_customer_fk: 1,
        note: 'x',
        lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '10000' }],
      },
    },
    { type: 'confirm', input: { accepted_minutes: 45 } },
    { type: 'deliver', input: {} },
  ],
  shop({
    records: {
      'app_setting-1': { ...RECORDS['app_setting-1'], outlet_fk: 1, inventory_fk: 1, account_fk: 3 },
      'item-11': { ...RECORDS['item-11'], category_fk: 1 },
      'category-1': {},
    },
    levels: { 'stock:11:1': '5' },
  }),
);

export const ONLINE = {
  online_order: [
    ...[
      ...[orderInput, prepaid, ofSalesman, ofOnlineCustomer].map((input) => history(input)),
      history(prepaidInDollars, { ...inDollars, money_amount: '11.75' }),
      toldInLanguages,
    ].map((commands) => given(onlineOrder).after(commands)),
    placedByCustomer,
  ],
};
