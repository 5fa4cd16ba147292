/**
 * A process crashes between the two steps of storing what costs do to purchases, in PostgreSQL and in KurrentDB: the next
 * decision completes it first, and every part of it is there once.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { membersOf } from '../../domain/values/members.ts';
import type { Premises, Shop } from '../projector/shop.ts';
import { type Crashing, openCrashing } from './crashing.ts';

let stores: Crashing;
let shop: Shop;
let premises: Premises;
beforeEach(async () => {
  stores = await openCrashing();
  ({ shop, premises } = stores);
});
afterEach(() => stores?.close());

const owed = { currency_fk: 1, payment_type: 'on_account' };
async function bought(came: string, more: object = {}): Promise<number> {
  const { outlets, inventories, suppliers, items, unit } = premises;
  const answer = await shop.enter('purchase', {
    ...{ outlet_fk: outlets[0], inventory_fk: inventories[0], supplier_fk: suppliers[0], date: '2026-03-02', ...owed },
    lines: [{ item_fk: items[0], unit_fk: unit, quantity: '1000', price: '600' }],
    ...{ status: 'complete', receive: false, ...more },
  });
  const id = Number(answer?.id);
  await shop.transit('purchase', id, 'receive', { date: '2026-03-03', lines: [{ line_id: 1, quantity: came }] });
  return id;
}

it('the close of a purchase whose rest of costs becomes owed is there wholly, and once', async () => {
  const costs = [
    { cost_type: 'freight', amount: '100000', share_by: 'quantity', supplier_fk: premises.suppliers[1], ...owed },
  ];
  const id = await bought('100', { costs });
  await stores.crashes((on) => on.transit('purchase', id, 'close', {}));
  // What comes now is refused, because the purchase is closed.
  expect(await shop.transit('purchase', id, 'receive', { date: '2026-03-04' })).toBeUndefined();
  const again = await shop.transit('purchase', id, 'close', {});
  expect(again?.position).toBeUndefined();
  expect((await stores.typesOf(`purchase-${id}`)).slice(-3)).toEqual(['closed', 'cost_entered', 'cost_shared']);
});

it('a landed cost is in each of its purchases, and once', async () => {
  const purchases = [await bought('1000'), await bought('500')];
  const freight = { cost_type: 'freight', amount: '60000', share_by: 'quantity', supplier_fk: premises.suppliers[1] };
  const body = {
    ...{ outlet_fk: premises.outlets[0], date: '2026-03-05', ...freight, ...owed, status: 'complete' },
    lines: purchases.map((purchase_fk) => ({ purchase_fk })),
  };
  await stores.crashes((on) => on.enter('landed_cost', body));
  // A purchase with a part of a landed cost does not return to draft.
  for (const id of purchases) {
    expect(await shop.transit('purchase', id, 'return_to_draft', { reason: 'wrong' })).toBeUndefined();
    expect((await stores.typesOf(`purchase-${id}`)).slice(-2)).toEqual(['cost_entered', 'cost_shared']);
  }
  const [state] = await Promise.all(purchases.map((id) => shop.transit('purchase', id, 'close', {})));
  expect(membersOf(state?.state)['status']).toBe('closed');
});
