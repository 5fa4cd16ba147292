/**
 * An outlet states whether its stock may be below zero, for every document that issues goods; otherwise the system
 * setting applies.
 */
import { describe, expect, it } from 'vitest';
import { OnHandBatches } from '../../domain/batches/on-hand-batches.ts';
import { outlet } from '../../domain/organisation/outlet.record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { toQuantity } from '../../domain/values/quantity.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { given } from '../domain/given.ts';
import { shop as shopFacts } from '../domain/shop.ts';
import { openPremises, type Premises, Shop } from '../projector/shop.ts';

const NOW = new Date('2026-03-20T08:00:00Z');
const DAY = '2026-03-10';
type Said = 'as_system' | 'allowed' | 'refused';

interface Scene {
  readonly store: CommandStore;
  readonly shop: Shop;
  readonly premises: Premises;
  readonly collection: number;
  /** The messages of the last refusal; empty when the last command was stored. */
  readonly messages: () => readonly string[];
}

type Door = (scene: Scene, place: object, other: object) => Promise<unknown>;

/** Two outlets without goods; the first and its two inventories state `negative_stock`, the second does not. */
async function open(system: boolean, negative_stock: Said): Promise<Scene> {
  const store = openMemoryStore(() => NOW);
  const shop = new Shop(store, { now: NOW }, async () => 0);
  let refused: readonly string[] = [];
  shop.handle = async (request) => {
    refused = [];
    try {
      return await shop.handler.handle(request);
    } catch (error) {
      if (error instanceof Refusal) refused = error.issues.map(({ message }) => message);
      throw error;
    }
  };
  const premises = await openPremises(shop, system);
  const lines = [{ item_fk: premises.items[1], unit_fk: premises.unit, quantity: '1' }];
  const collection = await shop.register('collection', {
    ...{ collection_name: 'Box', item_fk: premises.items[0], unit_fk: premises.unit, quantity: '1', lines },
  });
  if (negative_stock !== 'as_system') await shop.amend('outlet', premises.outlets[0] ?? 0, { negative_stock });
  return { store, shop, premises, collection, messages: () => refused };
}

/** The documents that issue a piece of the first item from an inventory. */
const DOORS: Readonly<Record<string, Door>> = {
  sale: ({ shop, premises }, place) =>
    shop.enter('sale', { ...place, ...paid(premises), lines: [line(premises, { price: '1000' })], status: 'complete' }),
  'purchase return': ({ shop, premises }, place) =>
    shop.enter('purchase_return', {
      ...{ ...place, currency_fk: 1, payment_type: 'on_account', supplier_fk: premises.suppliers[0] },
      ...{ lines: [line(premises, { price: '1000' })], status: 'complete' },
    }),
  'stock transfer': ({ shop, premises }, place, other) =>
    shop.enter('stock_transfer', { ...place, ...other, lines: [line(premises)], status: 'sent' }),
  'sale transfer': ({ shop, premises }, place, other) =>
    shop.enter('sale_transfer', {
      ...{ ...place, ...other, currency_fk: 1, lines: [line(premises, { price: '1000' })], status: 'sent' },
    }),
  production: ({ shop, premises }, place) =>
    shop.enter('production', {
      ...{ ...place, costs: [], status: 'complete' },
      lines: [line(premises, { role: 'input' }), line(premises, { role: 'output', item_fk: premises.items[2] })],
    }),
  conversion: ({ shop, collection }, place) =>
    shop.enter('conversion', {
      ...{ ...place, conversion_type: 'collection_to_item', collection_fk: collection },
      ...{ quantity: '1', costs: [], status: 'complete' },
    }),
  'direct adjustment': ({ shop, premises }, place) =>
    shop.enter('direct_adjustment', { ...place, reason: 'lost', lines: [line(premises, { quantity: '-1' })] }),
  disposal: async ({ shop, premises }, place) => {
    const lines = [line(premises)];
    const done = await shop.enter('asset_disposal', { ...place, disposal_type: 'damaged', lines, status: 'done' });
    return done && shop.transit('asset_disposal', done.id, 'approve');
  },
  'online order': async ({ shop, premises }, place) => {
    const order = await shop.enter('online_order', {
      ...{ ...place, currency_fk: 1, payment_type: 'on_account', customer_fk: premises.customers[0] },
      lines: [line(premises, { price: '1000' })],
    });
    return order && shop.transit('online_order', order.id, 'confirm', {});
  },
};

const paid = ({ cashes }: Premises) => ({ currency_fk: 1, payment_type: 'cash', account_fk: cashes[0] });
const line = ({ items, unit }: Premises, more: object = {}) => ({
  ...{ item_fk: items[0], unit_fk: unit, quantity: '1' },
  ...more,
});

const placeOf = ({ outlets, inventories }: Premises, index: number) => ({
  ...{ outlet_fk: outlets[index % 2], inventory_fk: inventories[index], date: DAY },
});
const receiving = ({ outlets, inventories }: Premises, index: number) => ({
  ...{ to_outlet_fk: outlets[index % 2], to_inventory_fk: inventories[index] },
});

const MISSING = /^(not_enough_stock|stock_reserved)$/;

describe.each(Object.entries(DOORS))('goods that are not there, in a document: %s', (_, enter) => {
  it.each([
    ['allowed', false],
    ['refused', true],
  ] as const)('are %s by the outlet against the system setting; another outlet follows it', async (said, system) => {
    const scene = await open(system, said);
    const { premises } = scene;
    await enter(scene, placeOf(premises, 0), receiving(premises, 1));
    expect(scene.messages()).toEqual(said === 'allowed' ? [] : [expect.stringMatching(MISSING)]);
    await enter(scene, placeOf(premises, 1), receiving(premises, 0));
    expect(scene.messages()).toEqual(system ? [] : [expect.stringMatching(MISSING)]);
  });
});

describe('the statement of an outlet', () => {
  const sell = async (scene: Scene, inventory: number, dryRun = false): Promise<void> => {
    const { shop, premises } = scene;
    const { handle } = shop;
    shop.handle = (request) => handle({ ...request, dryRun });
    await DOORS['sale']?.(scene, placeOf(premises, inventory), {});
    shop.handle = handle;
  };

  it('applies to every inventory of the outlet, and in a preview', async () => {
    const scene = await open(false, 'allowed');
    for (const dryRun of [true, false]) {
      await sell(scene, 2, dryRun);
      expect(scene.messages()).toEqual([]);
      await sell(scene, 1, dryRun);
      expect(scene.messages()).toEqual(['not_enough_stock']);
    }
  });

  it('no longer permits it: stock below zero remains, and no more goods are issued', async () => {
    const scene = await open(false, 'allowed');
    await sell(scene, 0);
    await scene.shop.amend('outlet', scene.premises.outlets[0] ?? 0, { negative_stock: 'refused' });
    await sell(scene, 0);
    expect(scene.messages()).toEqual(['not_enough_stock']);
    await scene.shop.amend('outlet', scene.premises.outlets[0] ?? 0, { negative_stock: 'as_system' });
    await scene.shop.amend('system_setting', 1, { allow_negative_stock: true });
    await sell(scene, 0);
    expect(scene.messages()).toEqual([]);
  });

  it('is a condition of the append: a change between the decision and it is decided again', async () => {
    const scene = await open(false, 'allowed');
    const { shop, premises, store } = scene;
    const append = store.append.bind(store);
    let waiting: (() => Promise<unknown>) | undefined = () =>
      shop.amend('outlet', premises.outlets[0] ?? 0, { negative_stock: 'refused' });
    store.append = async (batch) => {
      const first = waiting;
      waiting = undefined;
      await first?.();
      return append(batch);
    };
    await sell(scene, 0);
    expect(scene.messages()).toEqual(['not_enough_stock']);
  });

  it('requires the permission to change the system setting, and nothing else of the outlet does', () => {
    const decider = given(recordDecider(outlet));
    const clerk = shopFacts({ permissions: ['outlets/store', 'outlets/update'] });
    const registered = decider.after([{ type: 'register', data: { outlet_name: 'Bazaar' } }], clerk);
    registered
      .when({ type: 'amend', changed: { code: 'B', negative_stock: 'as_system' } }, clerk)
      .gives('outlet.amended');
    const changed = { negative_stock: 'allowed' };
    registered.when({ type: 'amend', changed }, clerk).isRefused('negative_stock: permission_missing');
    decider
      .when({ type: 'register', data: { outlet_name: 'Bazaar', ...changed } }, clerk)
      .isRefused('negative_stock: permission_missing');
    registered
      .after([{ type: 'amend', changed }])
      .when({ type: 'retire' }, clerk)
      .gives('outlet.retired');
  });

  it('applies to goods without a batch', () => {
    const stated = (negative_stock: string) =>
      new OnHandBatches(shopFacts({ records: { 'outlet-1': { negative_stock } } })).hasUnnamed(
        { item: 11, inventory: 1 },
        toQuantity(1n),
      );
    expect([stated('as_system'), stated('allowed')]).toEqual([false, true]);
  });
});
