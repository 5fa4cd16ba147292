/** The proposed transfers as they are ticked and changed: the drafts that they become, and what is left to order. */
import { describe, expect, it } from 'vitest';
import type { ProposedItem } from '../../web/purchasing/proposed/proposal.ts';
import { afterMoves, isWrongMove, moveGroups, transferDrafts } from '../../web/purchasing/proposed/transfers.ts';

const nameless = {
  ...{
    item_code: null,
    base_unit_name: null,
    unit_name: null,
    supplier_name: null,
    currency_name: null,
    tax_name: null,
  },
};
const from = (from_inventory_fk: number, quantity: string) => ({
  ...{
    from_inventory_fk,
    from_inventory_name: `Place ${from_inventory_fk}`,
    spare: quantity,
    spare_in_units: [],
    quantity,
  },
});
/** 42 pieces are missing to the maximum, in boxes of 6. */
const item = (item_fk: number, ...transfers: ReturnType<typeof from>[]): ProposedItem => ({
  ...{ ...nameless, item_fk, item_name: `Item ${item_fk}`, elsewhere: '0', has_own_minimum: true, transfers },
  ...{
    in_hand: '8',
    ...{ in_units: [], reserved_in_units: [], on_order_in_units: [], on_the_way_in_units: [], elsewhere_in_units: [] },
    ...{ minimum_in_units: [], maximum_in_units: [], sold_in_units: [] },
    reserved: '0',
    on_order: '0',
    on_the_way: '0',
    minimum: '20',
    maximum: '50',
    sold: '0',
  },
  ...{ quantity: '0', base_unit_fk: 1, unit_fk: 2, unit_factor: '6', supplier_fk: 8, currency_fk: 1, price: '100' },
  ...{ last_purchase: null, tax_fk: null },
});
const places = [
  { inventory_id: 1, outlet_fk: 10 },
  { inventory_id: 2, outlet_fk: 10 },
  { inventory_id: 3, outlet_fk: 30 },
];
const drafts = (items: readonly ProposedItem[], moves = {}) =>
  transferDrafts(moveGroups(items), moves, { date: '2026-03-11', to: 1, places });

describe('proposed transfers', () => {
  const items = [item(11, from(2, '25'), from(3, '7')), item(12, from(3, '42')), item(13)];

  it('become a draft of each source, with the base units of its items', () => {
    const line = (item_fk: number, quantity: string) => ({ item_fk, unit_fk: 1, quantity });
    const to = { to_outlet_fk: 10, to_inventory_fk: 1, date: '2026-03-11' };
    expect(drafts(items)).toEqual([
      {
        ...{ resource: 'stock_transfers', label: 'Place 2', from: 2 },
        body: { outlet_fk: 10, inventory_fk: 2, ...to, lines: [line(11, '25')] },
      },
      {
        ...{ resource: 'stock_transfers', label: 'Place 3', from: 3 },
        body: { outlet_fk: 30, inventory_fk: 3, ...to, lines: [line(11, '7'), line(12, '42')] },
      },
    ]);
  });

  it('are left out when they are not ticked or nothing is left of them', () => {
    const moves = { '11:2': { isLeftOut: true }, '11:3': { quantity: '0' }, '12:3': { quantity: '40' } };
    expect(
      drafts(items, moves).map(({ from: source, body }) => [source, (body as { lines: unknown[] }).lines]),
    ).toEqual([[3, [{ item_fk: 12, unit_fk: 1, quantity: '40' }]]]);
  });

  it('leave what they do not bring to be ordered', () => {
    const [both] = items;
    if (!both) throw new Error('no item');
    const left = (moves: Parameters<typeof afterMoves>[1]) => afterMoves(both, moves).quantity;
    // 42 − 32 are one box of 6, a second one would be more than 50.
    expect(left({})).toBe('1');
    expect(left({ '11:3': { isLeftOut: true } })).toBe('2');
    expect(left({ '11:2': { isLeftOut: true }, '11:3': { isLeftOut: true } })).toBe('7');
    expect(left({ '11:2': { quantity: '-' }, '11:3': { quantity: '12' } })).toBe('5');
    expect(left({ '11:2': { quantity: '42' } })).toBe('0');
    expect(afterMoves(item(13), {}).quantity).toBe('0');
  });

  it('are wrong when their quantity is no number, or below zero', () => {
    const [move] = moveGroups(items)[0]?.moves ?? [];
    if (!move) throw new Error('no transfer');
    const isWrong = (quantity: string) => isWrongMove(move, { '11:2': { quantity } });
    expect(['5', '-1', 'x', ''].map(isWrong)).toEqual([false, true, true, true]);
  });
});
