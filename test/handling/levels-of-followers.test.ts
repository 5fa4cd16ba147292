/**
 * What follows from a command in another document is decided as that document: not with the number of the command's own, and not on
 * levels that were read for neither.
 */
import { expect, it } from 'vitest';
import { YEARS } from '../oracle/books-play.ts';
import { openBusiness } from '../oracle/business.ts';
import { IQD } from '../projector/shop.ts';

it('a cost of goods that are awaited is completed when its number is that of a purchase whose goods went back in pieces', async () => {
  const business = await openBusiness(true, YEARS, { scope: 'inventory', method: 'moving_average' });
  const { shop, premises } = business;
  const { unit, box, items, outlets, inventories, suppliers } = premises;
  const at = { outlet_fk: outlets[0], date: '2026-03-04', currency_fk: IQD };
  const owed = { payment_type: 'on_account', supplier_fk: suppliers[0] };
  const bought = { ...at, ...owed, inventory_fk: inventories[0], status: 'complete' };
  const line = { item_fk: items[0], price: '1200' };
  const boxes = [{ ...line, unit_fk: box, quantity: '5' }];
  const came = (await shop.enter('purchase', { ...bought, lines: boxes, receive: true }))?.id;
  const awaited = (await shop.enter('purchase', { ...bought, lines: boxes, receive: false }))?.id;
  const pieces = [{ purchase_line_id: 1, item_fk: items[0], unit_fk: unit, quantity: '2' }];
  const back = {
    ...at,
    inventory_fk: inventories[0],
    payment_type: 'on_account',
    status: 'complete',
    purchase_fk: came,
  };
  expect(await shop.enter('purchase_return', { ...back, lines: pieces })).toBeDefined();
  const cost = { ...at, ...owed, cost_type: 'freight', amount: '500', share_by: 'value', status: 'draft' };
  const landed = (await shop.enter('landed_cost', { ...cost, lines: [{ purchase_fk: awaited }] }))?.id ?? 0;
  expect(landed).toBe(came);
  expect(await shop.transit('landed_cost', landed, 'complete')).toBeDefined();
  const taken = (await business.events()).filter(({ stream }) => stream === `purchase-${awaited}`);
  expect(taken.map(({ type }) => type)).toEqual(['purchase.completed', 'purchase.cost_entered']);
});
