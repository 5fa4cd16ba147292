/** Histories with every event of the till; see `histories.ts`. */
import { appSettlement } from '../../domain/till/app-settlement.ts';
import { drawer } from '../../domain/till/drawer.ts';
import type { PosSaleInput } from '../../domain/till/pos-sale.schema.ts';
import { posSale } from '../../domain/till/pos-sale.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

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
export const closeInput = { date: '2026-03-10', time: '20:05', accounts: [{ account_fk: 20, left_amount: '50000' }] };
/** What the books hold in the drawer when it is closed. */
export const till = shop({ levels: { 'cash:20': '450000', 'cash:21': '30' } });

export const opened = given(drawer).after([{ type: 'open', input: openInput }]);
export const closed = opened.after(
  [
    { type: 'count', input: countInput },
    { type: 'close', input: closeInput },
  ],
  till,
);
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

export const TILL = {
  drawer: [
    opened.after(
      [
        { type: 'pay_out', input: payout },
        { type: 'count', input: countInput },
        { type: 'close', input: closeInput },
        { type: 'unclose', reason: 'counted wrong' },
        { type: 'count', input: countInput },
        { type: 'close', input: closeInput },
        { type: 'approve' },
      ],
      till,
    ),
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
  ],
  app_settlement: [
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
      { type: 'reverse', reason: 'not paid' },
    ]),
  ],
};
