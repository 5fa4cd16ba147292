/** The account of the cost of free goods. Each document keeps the account of the setting at its posting. */
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { postingRuleOf } from '../../domain/registry/posting-table.ts';
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import { given } from '../domain/given.ts';
import { FREE, freeInCost, soldFree } from '../domain/histories-free.ts';
import { orderInput } from '../domain/histories-online.ts';
import { receiptInput, received, refundInput, sentRefund, withDrawer } from '../domain/histories-till.ts';
import { shop } from '../domain/shop.ts';

/** The account and the quantity, in pieces, of each movement of free goods. */
function freeOf(events: readonly DomainEvent[]): (readonly [string, number])[] {
  return events.flatMap((event) => {
    const rule = postingRuleOf(event.type);
    const movements = rule?.does === 'post' ? rule.post(event.data, 'x-1')?.movements : undefined;
    return (movements ?? [])
      .filter(({ line, pool }) => pool.kind === 'stock' && Math.floor(line / 100_000) % 2 === 1)
      .map(({ contra, quantity }) => [contra.key, Number(quantity) / 1_000_000] as const);
  });
}
const SOLD = 'cost-of-goods-sold';
const eventsOf = (histories: readonly { readonly events: readonly DomainEvent[] }[]) =>
  histories.map(({ events }) => freeOf(events));

const returned = {
  outlet_fk: 1,
  inventory_fk: 1,
  date: '2026-03-12',
  customer_fk: 7,
  payment_type: 'on_account',
} as const;
const ofSale = { ...returned, sale_fk: 1, lines: [{ sale_line_id: 1, quantity: '0', bonus_quantity: '1' }] };
const unlinked = {
  ...{ ...returned, currency_fk: 1 },
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', bonus_quantity: '2', price: '10000' }],
};
const part = { ...refundInput, lines: [{ line_id: 1, quantity: '1', bonus_quantity: '1' }] };

describe('the cost of free goods', () => {
  it('belongs to the cost of goods sold by the setting, in every document that issues or returns free goods', () => {
    expect(eventsOf(FREE.sale)).toEqual([
      [
        [SOLD, -2],
        [SOLD, -2],
      ],
    ]);
    expect(eventsOf(FREE.sale_return)).toEqual([[[SOLD, 1]], [[SOLD, 2]]]);
    expect(eventsOf(FREE.online_order)).toEqual([[[SOLD, -1]]]);
    expect(eventsOf(FREE.pos_sale)).toEqual([
      [
        [SOLD, -1],
        [SOLD, 1],
      ],
      [
        [SOLD, -1],
        [SOLD, 1],
      ],
      [[SOLD, -1]],
      [[SOLD, 1]],
    ]);
  });

  it('keeps its account when the setting changes, and returns and refunds follow their document', () => {
    const later = shop({ documents: { 'sale-1': soldFree.state() } });
    expect(
      freeOf(given(saleReturn).after([{ type: 'draft', input: ofSale }, { type: 'complete' }], later).events),
    ).toEqual([[SOLD, 1]]);
    const before = given(sale).after([{ type: 'enter', input: unlinked }]);
    const setSince = freeInCost({ documents: { 'sale-1': before.state() } });
    const back = given(saleReturn).after([{ type: 'draft', input: ofSale }, { type: 'complete' }], setSince);
    expect(freeOf([...before.events, ...back.events])).toEqual([
      ['promotion-cost', -2],
      ['promotion-cost', 1],
    ]);
    const receipt = given(posSale).after([{ type: 'enter', input: receiptInput }], freeInCost());
    expect(freeOf(receipt.after([{ type: 'refund', input: part }], withDrawer).events.slice(1))).toEqual([[SOLD, 1]]);
    const plain = given(posSale).after([{ type: 'enter', input: receiptInput }], withDrawer);
    const sent = { ...sentRefund, lines: sentRefund.lines.map((line) => ({ ...line, bonus_quantity: '1' })) };
    const refunds = [{ type: 'receive_refund', input: sent, received: received(3) }] as const;
    expect(freeOf(plain.after(refunds, freeInCost()).events.slice(1))).toEqual([['promotion-cost', 1]]);
  });

  it('is decided anew when a document is completed again', () => {
    const back = { type: 'return_to_draft', reason: 'entered twice' } as const;
    const again = soldFree.after([back, { type: 'complete' }], shop());
    expect(freeOf(again.events)).toEqual([
      [SOLD, -2],
      ['promotion-cost', -2],
    ]);
    expect(again.state()).not.toHaveProperty('sale.free_goods_cost');
    const order = given(onlineOrder).after(
      [
        { type: 'order', input: orderInput },
        { type: 'confirm', input: {} },
        { type: 'deliver', input: {} },
        { type: 'return_to_confirmed', reason: 'not there' },
      ],
      freeInCost(),
    );
    const delivered = order.after([{ type: 'deliver', input: {} }], shop());
    expect(freeOf(delivered.events)).toEqual([
      [SOLD, -1],
      ['promotion-cost', -1],
    ]);
    expect(delivered.state()).not.toHaveProperty('data.free_goods_cost');
  });

  it('is not stored with a document without free goods', () => {
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '1', bonus_quantity: '0', price: '10000' }];
    const [event] = given(sale).after([{ type: 'enter', input: { ...unlinked, lines } }], freeInCost()).events;
    expect(event?.data).not.toHaveProperty('free_goods_cost');
  });
});
