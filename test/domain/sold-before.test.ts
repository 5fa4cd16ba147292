/** Goods that left without a batch before they came: what comes in settles them first (docs/decisions/0156). */
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../domain/deciding/facts.ts';
import { type Posting, reversed, withBatches } from '../../domain/entries/entry.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import type { BatchesOnHand, BatchQuantity, MovesBatches } from '../../domain/values/batch.ts';
import { membersOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { type Known, RECORDS, shop } from './shop.ts';

const of = (batch_number: string, quantity: string): BatchQuantity => ({
  ...{ batch_number, expire_date: null, quantity },
});

/** Facts with this stock of an item with batches. */
function having(onHand: Partial<BatchesOnHand>, known: Known = {}): Facts {
  const medicine = { ...RECORDS['item-11'], has_batch_number: true };
  const facts = shop({ ...known, records: { 'item-11': medicine } });
  return { ...facts, batchesOnHand: () => ({ batches: [], onHand: '0', ...onHand }) };
}

const movedIn = (events: readonly { readonly data: unknown }[]) =>
  events.flatMap(({ data }) => (membersOf(data) as MovesBatches).batches ?? []);

describe('goods that were sold before they came', () => {
  const bought = {
    ...{
      outlet_fk: 1,
      inventory_fk: 1,
      date: '2026-03-20',
      currency_fk: 1,
      supplier_fk: 8,
      payment_type: 'on_account',
    },
    confirmed: true,
  };
  const buying = (
    onHand: Partial<BatchesOnHand>,
    ...lines: readonly (readonly [batch: string, quantity: string])[]
  ) => {
    const input = {
      ...bought,
      lines: lines.map(([batch_number, quantity]) => ({
        ...{ item_fk: 11, unit_fk: 1, quantity, price: '500', batch_number },
      })),
    };
    const { events } = given(purchaseDocument.decider).after([{ type: 'enter', receive: true, input }], having(onHand));
    return movedIn(events).map(
      ({ batch_number, quantity, settled }) => `${batch_number} ${quantity}${settled ? `, sold ${settled}` : ''}`,
    );
  };

  it('are settled first by what comes in, line by line, and by no more than came', () => {
    const sold5 = { onHand: '-5' };
    expect(buying(sold5, ['B1', '10'])).toEqual(['B1 10, sold 5']);
    expect(buying(sold5, ['B1', '3'])).toEqual(['B1 3, sold 3']);
    expect(buying(sold5, ['B1', '3'], ['B2', '4'])).toEqual(['B1 3, sold 3', 'B2 4, sold 2']);
  });

  it('are nothing where the goods of no batch are not below zero', () => {
    expect(buying({ onHand: '0' }, ['B1', '10'])).toEqual(['B1 10']);
    expect(buying({ onHand: '4' }, ['B1', '10'])).toEqual(['B1 10']);
    // All that is below zero is of a batch that a person named.
    expect(buying({ batches: [of('B2', '-5')], onHand: '-5' }, ['B1', '10'])).toEqual(['B1 10']);
    // What is on hand of another batch hides no goods that were sold without one.
    expect(buying({ batches: [of('B2', '7')], onHand: '2' }, ['B1', '10'])).toEqual(['B1 10, sold 5']);
  });

  it('leave the batch with the rest, also when the purchase is taken back', () => {
    const data = { batches: [{ move_line_id: 1, ...of('B1', '10'), settled: '4' }] };
    const movement = { line: 1, pool: { kind: 'stock' }, quantity: 10_000_000n, posted: 0n };
    const posting = withBatches({ movements: [movement], lines: [], openItems: [] } as unknown as Posting, data);
    const counts = (of: Posting) => of.movements.flatMap(({ batches = [] }) => batches.map((part) => part.quantity));
    expect(counts(posting)).toEqual([10_000_000n, -4_000_000n]);
    expect(counts(reversed(posting))).toEqual([-10_000_000n, 4_000_000n]);
  });

  it('are not settled by goods that a customer brings back', () => {
    const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-20', payment_type: 'cash', account_fk: 3 };
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '5', price: '10000' }];
    const sale = [{ type: 'draft', input: { ...place, currency_fk: 1, lines } }, { type: 'complete' }];
    const stock = having({ batches: [of('B1', '5')], onHand: '5' });
    const origin = given(saleDocument.decider).after(sale, stock).state();
    const input = { ...place, sale_fk: 1, lines: [{ sale_line_id: 1, quantity: '2' }] };
    const facts = having({ onHand: '-5' }, { documents: { 'sale-1': origin } });
    const { events } = given(saleReturnDocument.decider).after([{ type: 'draft', input }, { type: 'complete' }], facts);
    expect(movedIn(events)).toEqual([{ move_line_id: 1, ...of('B1', '2') }]);
  });
});
