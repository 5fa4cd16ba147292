/** Histories of free goods whose events state that their cost belongs to the cost of goods sold. */
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import { given } from './given.ts';
import { orderInput } from './histories-online.ts';
import { opened, receiptInput, received, refundInput, sentReceipt, sentRefund } from './histories-till.ts';
import { type Known, RECORDS, shop } from './shop.ts';

/** The facts of the shop, with the setting that posts the cost of free goods to the cost of goods sold. */
export const freeInCost = ({ documents = {} }: Pick<Known, 'documents'> = {}) =>
  shop({
    records: { 'system_setting-1': { ...RECORDS['system_setting-1'], free_goods_cost: 'cost_of_goods_sold' } },
    documents: { 'drawer-1': opened.state(), ...documents },
  });

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const owed = { customer_fk: 7, payment_type: 'on_account' } as const;
const line = { item_fk: 11, unit_fk: 1, quantity: '3', bonus_quantity: '2', price: '10000' };
const back = { type: 'return_to_draft', reason: 'entered twice' } as const;

export const soldFree = given(sale).after(
  [{ type: 'draft', input: { ...place, ...owed, currency_fk: 1, lines: [line] } }, { type: 'complete' }],
  freeInCost(),
);
const returnedOf = { ...place, ...owed, sale_fk: 1, lines: [{ sale_line_id: 1, quantity: '1', bonus_quantity: '1' }] };
const unlinked = { ...place, ...owed, currency_fk: 1, lines: [line] };

export const FREE = {
  sale: [soldFree.after([back, { type: 'complete' }], freeInCost())],
  sale_return: [
    given(saleReturn).after(
      [{ type: 'draft', input: returnedOf }, { type: 'complete' }],
      shop({ documents: { 'sale-1': soldFree.state() } }),
    ),
    given(saleReturn).after([{ type: 'draft', input: unlinked }, { type: 'complete' }], freeInCost()),
  ],
  online_order: [
    given(onlineOrder).after(
      [
        { type: 'order', input: orderInput },
        { type: 'confirm', input: {} },
        { type: 'deliver', input: {} },
      ],
      freeInCost(),
    ),
  ],
  pos_sale: [
    given(posSale).after(
      [
        { type: 'enter', input: receiptInput },
        { type: 'refund', input: { ...refundInput, lines: [{ line_id: 1, quantity: '1', bonus_quantity: '1' }] } },
      ],
      freeInCost(),
    ),
    given(posSale).after(
      [
        { type: 'hold', input: { ...receiptInput, payments: [] } },
        { type: 'change', input: receiptInput },
        { type: 'complete' },
        { type: 'refund', input: refundInput },
      ],
      freeInCost(),
    ),
    given(posSale).after(
      [
        { type: 'receive', input: sentReceipt, received: received(2) },
        { type: 'receive_refund', input: sentRefund, received: received(3) },
      ],
      freeInCost(),
    ),
    given(posSale).after(
      [
        {
          type: 'return',
          input: {
            ...{ ...receiptInput, note: 'bought elsewhere' },
            lines: [{ item_fk: 11, unit_fk: 1, quantity: '1', bonus_quantity: '1', price: '12500' }],
            payments: [{ method: 'cash', amount: '12500', account_fk: 20 }],
          },
        },
      ],
      freeInCost(),
    ),
  ],
};
