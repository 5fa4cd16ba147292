/** Histories with every event of the till; see `histories.ts`. */
import { appSettlement } from '../../domain/till/app-settlement.ts';
import { drawer } from '../../domain/till/drawer.ts';
import type { PosSaleInput } from '../../domain/till/receipts/pos-sale.schema.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import type { ReceivedReceipt } from '../../domain/till/receipts/received-receipt.ts';
import type { ReceivedRefund } from '../../domain/till/receipts/received-refund.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

export const openInput = {
  outlet_fk: 1,
  date: '2026-03-10',
  time: '08:00',
  accounts: [
    { account_fk: 20, safe_account_fk: 3, float_amount: '50000' },
    { account_fk: 21, safe_account_fk: 5, rate_fk: 4 },
  ],
};
const payout = { date: '2026-03-10', time: '12:00', account_fk: 20, expense_type_fk: 1, amount: '2000' };
export const countInput = {
  date: '2026-03-10',
  time: '20:00',
  accounts: [
    { account_fk: 20, counted_amount: '447000' },
    { account_fk: 21, counted_amount: '30' },
  ],
};
export const closeInput = {
  ...{ date: '2026-03-10', time: '20:05', accounts: [{ account_fk: 20, left_amount: '50000' }] },
  difference_reason: 'wrong change',
};
const inDrawer = { 'cash:20': '450000', 'cash:21': '30' };
/** Facts with the balances of the drawer when it is closed. */
export const till = shop({ levels: inDrawer });
/** Facts when it is opened again: its accounts have what was left in them. */
const afterClosing = shop({ levels: { 'cash:20': '50000' } });
/** The same as `till`, with the setting that makes the cashier owe a shortage. */
export const tillOwed = (levels: Readonly<Record<string, string>> = inDrawer) =>
  shop({
    levels,
    records: { 'system_setting-1': { ...RECORDS['system_setting-1'], drawer_shortage_account: 'cashier_receivable' } },
  });

/** The count and the closing of the evening. */
const counting = [
  { type: 'count', input: countInput },
  { type: 'close', input: closeInput },
] as const;

export const opened = given(drawer).after([{ type: 'open', input: openInput }]);
export const closed = opened.after(counting, till);
export const withDrawer = shop({ documents: { 'drawer-1': opened.state() } });
export const withClosedDrawer = shop({ documents: { 'drawer-1': closed.state() } });

/** 37,500 in all. */
export const receiptInput: PosSaleInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  drawer_fk: 1,
  customer_fk: 7,
  date: '2026-03-10',
  time: '10:00',
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', bonus_quantity: '1', price: '12500' }],
  payments: [
    { method: 'cash', amount: '20000', account_fk: 20 },
    { method: 'app', amount: '10000' },
    { method: 'credit', amount: '7500' },
  ],
};
export const refundInput = { drawer_fk: 1, date: '2026-03-10', time: '11:00', reason: 'broken' };

const mark = (sequence: number) => ({
  uuid: `01890a5d-ac96-774b-bcce-00000000000${sequence}`,
  enrolment: '01890a5d-0000-7000-8000-000000000001',
  till_fk: 1,
  sequence,
  previous: `${sequence - 1}a`.repeat(32),
  hash: `${sequence}a`.repeat(32),
  made_at: '2026-03-10T07:00:00.000Z',
  clock_offset: 12,
  cashier_fk: 2,
  approved_by_fk: 3,
});
const broken = [{ rule: 'clock_differs', field: 'date', values: { said: 'a', clock: 'b' } }];
const impossible = [{ rule: 'clock_impossible', field: 'date', values: { said: 'a', clock: 'b', booked: 'c' } }];
/** The fields of an entry that a till sends, all of them filled. */
export const received = (sequence: number) => ({
  device: { ...mark(sequence), drawer_uuid: mark(1).uuid, is_second: true as const },
  broken,
});
/** An entry of a device whose clock is years ahead: booked when it can have happened, with what was printed. */
const receivedElsewhen = (sequence: number) => {
  const { device } = received(sequence);
  const moments = { booked_at: '2026-03-10T07:30:00.000Z', printed_at: '2029-03-10 10:00:00' };
  return { device: { ...device, made_at: '2029-03-10T07:00:00.000Z', ...moments }, broken: impossible };
};
const printed = { discount_amount: '0', tax_amount: '0', total_amount: '37500' };
const moment = { date: '2026-03-10', time: '10:00:00' };
/** A receipt of 37,500, for which the till printed 37,000. */
export const sentReceipt: ReceivedReceipt = {
  ...{ outlet_fk: 1, inventory_fk: 1, drawer_fk: 1, customer_fk: 7, ...moment, replaces_fk: null },
  lines: [{ line_id: 1, item_fk: 11, unit_fk: 1, quantity: '3', bonus_quantity: '1', price: '12500', ...printed }],
  payments: [
    { method: 'cash', amount: '20000', account_fk: 20 },
    { method: 'app', amount: '10000', reference_number: 'A-1' },
    { method: 'credit', amount: '7000' },
  ],
  ...{ number: 'T1-000002', total: '37000', change: '0' },
};
export const sentRefund: ReceivedRefund = {
  ...{ outlet_fk: 1, inventory_fk: 1, drawer_fk: 1, customer_fk: 7, ...moment, reason: 'broken', number: 'T1-000003' },
  lines: [
    {
      ...{ line: 1, item_fk: 11, unit_fk: 1, quantity: '1', price: '12500' },
      ...{ discount_amount: '0', tax_amount: '0', total_amount: '12500' },
    },
  ],
  payments: [{ method: 'cash', amount: '12500', account_fk: 20 }],
  total: '12500',
};
const moved = { date: '2026-03-10', time: '12:30', account_fk: 20, amount: '1000', note: 'small change' };
const counted = {
  ...countInput,
  accounts: countInput.accounts.map((account) => ({ ...account, denominations: [{ value: '1000', count: 447 }] })),
};
const differing = [
  { account_fk: 20, expected_amount: '450250' },
  { account_fk: 21, expected_amount: '31' },
];

/** The account keeps 30,000 of its last closing. */
const carrying = shop({ levels: { 'cash:20': '30000' } });

export const TILL = {
  drawer: [
    opened
      .after([{ type: 'pay_out', input: payout }, ...counting], till)
      .after([{ type: 'unclose', reason: 'counted wrong' }], afterClosing)
      .after([...counting, { type: 'approve' }], till),
    given(drawer).after(
      [
        { type: 'open', input: openInput, isBeside: true, shared: [20, 21], received: received(1) },
        { type: 'pay_in', input: moved, received: received(2) },
        { type: 'count', input: counted, received: received(3) },
        { type: 'close', input: closeInput, printed: differing, received: received(4) },
        { type: 'count', input: countInput, received: received(5) },
        { type: 'pay_in', input: moved, received: received(6) },
        { type: 'pay_out', input: payout, received: received(7) },
        { type: 'review', note: 'talked to him' },
      ],
      till,
    ),
    opened.after(counting, tillOwed()).after([{ type: 'unclose', reason: 'counted wrong' }], afterClosing),
    given(drawer).after(
      [
        { type: 'open', input: openInput, isBeside: true, shared: [20, 21], received: received(1) },
        { type: 'count', input: counted, received: received(3) },
        { type: 'close', input: closeInput, printed: differing, received: received(4) },
      ],
      tillOwed(),
    ),
    given(drawer)
      .after([{ type: 'open', input: openInput }], carrying)
      .after([{ type: 'pay_in', input: moved }, { type: 'pay_out', input: payout }, ...counting], till)
      .after([{ type: 'unclose', reason: 'counted wrong' }], afterClosing),
    given(drawer)
      .after([{ type: 'open', input: openInput, received: received(1) }], carrying)
      .after(
        [
          { type: 'pay_in', input: moved, received: received(2) },
          { type: 'pay_out', input: payout, received: received(3) },
          { type: 'count', input: counted, received: received(4) },
          { type: 'close', input: closeInput, printed: differing, received: received(5) },
          { type: 'pay_in', input: moved, received: received(6) },
          { type: 'pay_out', input: payout, received: received(7) },
        ],
        till,
      ),
    // Its cashier has another drawer in use, at other accounts.
    given(drawer)
      .after([{ type: 'open', input: openInput, isBeside: true, received: received(1) }], carrying)
      .after(
        [
          { type: 'pay_in', input: moved, received: received(2) },
          { type: 'pay_out', input: payout, received: received(3) },
          { type: 'count', input: counted, received: received(4) },
          { type: 'close', input: closeInput, printed: differing, received: received(5) },
        ],
        till,
      ),
    given(drawer).after(
      [
        { type: 'open', input: openInput, received: receivedElsewhen(1) },
        { type: 'pay_in', input: moved, received: receivedElsewhen(2) },
        { type: 'pay_out', input: payout, received: receivedElsewhen(3) },
        { type: 'count', input: counted, received: receivedElsewhen(4) },
        { type: 'close', input: closeInput, printed: differing, received: receivedElsewhen(5) },
        { type: 'count', input: countInput, received: receivedElsewhen(6) },
      ],
      till,
    ),
    // A later drawer took the 50,000 that were left in the account.
    closed
      .after([{ type: 'unclose', reason: 'counted wrong' }], shop({ levels: { 'cash:20': '0' } }))
      .after(counting, shop({ levels: { 'cash:20': '400000', 'cash:21': '30' } })),
  ],
  pos_sale: [
    given(posSale).after([{ type: 'hold', input: receiptInput }, { type: 'discard' }], withDrawer),
    given(posSale).after(
      [
        { type: 'hold', input: { ...receiptInput, payments: [] } },
        { type: 'change', input: receiptInput },
        { type: 'complete' },
        { type: 'refund', input: refundInput },
      ],
      withDrawer,
    ),
    given(posSale).after(
      [
        { type: 'enter', input: receiptInput },
        { type: 'refund', input: { ...refundInput, lines: [{ line_id: 1, quantity: '1', bonus_quantity: '1' }] } },
        { type: 'refund', input: refundInput },
      ],
      withDrawer,
    ),
    given(posSale).after(
      [
        { type: 'receive', input: sentReceipt, received: received(2) },
        { type: 'receive_refund', input: sentRefund, received: received(3) },
        { type: 'review', note: 'seen' },
      ],
      withDrawer,
    ),
    given(posSale).after([{ type: 'receive_refund', input: sentRefund, received: received(3) }], withClosedDrawer),
    given(posSale).after(
      [
        { type: 'receive', input: sentReceipt, received: receivedElsewhen(2) },
        { type: 'receive_refund', input: sentRefund, received: receivedElsewhen(3) },
      ],
      withDrawer,
    ),
    given(posSale).after(
      [{ type: 'receive_refund', input: sentRefund, received: receivedElsewhen(3) }],
      withClosedDrawer,
    ),
    given(posSale).after(
      [
        {
          type: 'return',
          input: {
            ...receiptInput,
            note: 'bought elsewhere',
            lines: [{ item_fk: 11, unit_fk: 1, quantity: '1', price: '12500' }],
            payments: [{ method: 'cash', amount: '12500', account_fk: 20 }],
          },
        },
      ],
      withDrawer,
    ),
    given(posSale).after(
      [{ type: 'enter', input: { ...receiptInput, replaces_fk: 9, reason: 'the wrong price' } }],
      shop({ documents: { 'drawer-1': opened.state(), 'pos_sale-9': { status: 'complete' } } }),
    ),
  ],
  app_settlement: [{}, { date: '2026-03-20' }].map((on) =>
    given(appSettlement).after([
      {
        type: 'complete',
        input: {
          outlet_fk: 1,
          date: '2026-03-12',
          amount: '10000',
          fee: '100',
          expense_type_fk: 1,
          account_fk: 22,
        },
      },
      { type: 'reverse', reason: 'not paid', ...on },
    ]),
  ),
};
