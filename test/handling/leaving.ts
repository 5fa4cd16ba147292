/** A shop with batches that are free, expired and of another origin, for the tests of what leaves it. */

import { movedBatches } from '../../domain/values/batch.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { Append } from '../../event-store/port.ts';
import { openPremises, type Premises, Shop } from '../projector/shop.ts';
import { openStore, recording } from './interleaving.ts';

export const DAY = '2026-03-10';
/** The batches in stock, five pieces of each, with their days of expiry. */
export const DAYS = { OLD: '2026-03-09', TODAY: '2026-03-10', LATER: '2027-03-31' } as const;
export type Part = readonly [batch: string, count: string];

export interface Scene {
  readonly shop: Shop;
  readonly premises: Premises;
  readonly drawer: { readonly id: number; readonly account: number };
  readonly collection: number;
  /** Purchases of OLD and of TODAY, and a purchase of LATER. */
  readonly purchases: readonly number[];
  /** A sale transfer from the second outlet that brought LATER. */
  readonly brought: number;
  readonly messages: () => readonly string[];
  /** Whether the person confirms what they are asked. */
  readonly answers: { confirmed: boolean };
  /** `OLD 2` for each part of the last stored command. */
  readonly moved: () => readonly string[];
}

export interface Asked {
  readonly quantity: string;
  readonly batches?: readonly Part[];
}

export const place = ({ outlets, inventories }: Premises, index = 0) => ({
  ...{ outlet_fk: outlets[index], inventory_fk: inventories[index], date: DAY },
});
export const to = ({ outlets, inventories }: Premises, index = 1) => ({
  ...{ to_outlet_fk: outlets[index], to_inventory_fk: inventories[index] },
});
export const listed = (parts: readonly Part[]) =>
  parts.map(([batch_number, quantity]) => ({
    ...{ batch_number, expire_date: (DAYS as Record<string, string>)[batch_number] ?? '2028-01-31', quantity },
  }));
export const named = ({ batches }: Asked) => (batches ? { batches: listed(batches) } : {});
export const line = ({ items, unit }: Premises, asked: Asked, more: object = {}) => ({
  ...{ item_fk: items[0], unit_fk: unit, quantity: asked.quantity, ...named(asked), ...more },
});

export async function open(): Promise<Scene> {
  const { store, batches: appended } = recording(openStore());
  const shop = new Shop(store, { now: new Date(`${DAY}T10:00:00Z`) }, async () => 0);
  let refused: readonly string[] = [];
  const answers = { confirmed: true };
  shop.handle = async (request) => {
    refused = [];
    try {
      return await shop.handler.handle({ ...request, ...answers });
    } catch (error) {
      if (error instanceof Refusal) refused = error.issues.map(({ message }) => message);
      throw error;
    }
  };
  const premises = await openPremises(shop, false);
  const { items, unit, suppliers, cashes, outlets } = premises;
  await shop.amend('item', items[0] ?? 0, { has_batch_number: true, has_expire: true });
  const must = async (kind: string, body: object): Promise<number> => {
    const answer = await shop.enter(kind, body);
    if (!answer) throw new Error(`${kind}: ${refused.join(', ')}`);
    return answer.id;
  };
  const buy = (batch: keyof typeof DAYS, index = 0) =>
    must('purchase', {
      ...{ ...place(premises, index), date: '2026-03-02', currency_fk: 1, payment_type: 'on_account' },
      ...{ supplier_fk: suppliers[0], status: 'complete' },
      lines: [
        {
          item_fk: items[0],
          unit_fk: unit,
          quantity: '5',
          price: '600',
          batch_number: batch,
          expire_date: DAYS[batch],
        },
      ],
    });
  const purchases = [await buy('OLD'), await buy('TODAY')];
  // LATER comes to the first outlet by a sale transfer of the second one.
  purchases.push(await buy('LATER', 1));
  const brought = await must('sale_transfer', {
    ...{ ...place(premises, 1), ...to(premises, 0), date: '2026-03-03', currency_fk: 1, status: 'sent' },
    lines: [line(premises, { quantity: '5' }, { price: '700' })],
  });
  if (!(await shop.transit('sale_transfer', brought, 'receive', { date: '2026-03-04' })))
    throw new Error('not received');
  const role_fk = await shop.register('role', { role_name: 'Cashier', permissions: ['pos_sales/index'] });
  const person = { user_name: 'sara', email: 'sara@example.com', role_fk, outlet_fk: outlets[0] };
  const user_fk = await shop.register('user', person);
  const account = await shop.register('cash', { account_name: 'Drawer', cash_type: 1, currency_fk: 1 });
  const accounts = [{ account_fk: account, safe_account_fk: cashes[0], float_amount: '1000' }];
  const drawer = await must('drawer', { outlet_fk: outlets[0], date: DAY, user_fk, accounts });
  const collection = await shop.register('collection', {
    ...{ collection_name: 'Kit', item_fk: items[1], unit_fk: unit, quantity: '1' },
    lines: [{ item_fk: items[0], unit_fk: unit, quantity: '1' }],
  });
  return {
    ...{ shop, premises, drawer: { id: drawer, account }, collection, purchases, brought },
    messages: () => refused,
    answers,
    moved: () => movedIn(appended.at(-1)),
  };
}

/** Kits into which batches were put before the day; `kits` is the scene in which they are the goods of every document. */
export async function openWithKits(
  ...parts: readonly Part[]
): Promise<{ readonly scene: Scene; readonly kits: Scene }> {
  const scene = await open();
  const { shop, premises, collection } = scene;
  const [part, kit = 0, other] = premises.items;
  for (const [batch, quantity] of parts) {
    const body = {
      ...place(premises),
      date: '2026-03-05',
      conversion_type: 'item_to_collection',
      collection_fk: collection,
    };
    const named = [{ item_fk: part, batches: listed([[batch, quantity]]) }];
    const made = await shop.enter('conversion', { ...body, quantity, costs: [], status: 'complete', parts: named });
    if (!made) throw new Error(`not assembled: ${scene.messages().join(', ')}`);
  }
  const box = await shop.register('collection', {
    ...{ collection_name: 'Box of kits', item_fk: other, unit_fk: premises.unit, quantity: '1' },
    lines: [{ item_fk: kit, unit_fk: premises.unit, quantity: '1' }],
  });
  return { scene, kits: { ...scene, premises: { ...premises, items: [kit, part ?? 0, other ?? 0] }, collection: box } };
}

/** Holds a batch, and returns the number of the hold. */
export async function hold({ shop, premises }: Scene, batch: keyof typeof DAYS): Promise<number> {
  const named = { item_fk: premises.items[0], batch_number: batch, expire_date: DAYS[batch] };
  const held = await shop.enter('batch_hold', { ...named, hold_type: 'held', reason: 'a complaint' });
  if (!held) throw new Error('not held');
  return held.id;
}

export const movedIn = (batch: Append | undefined): string[] =>
  (batch?.writes ?? [])
    .flatMap(({ events }) => events)
    .flatMap(({ data }) => movedBatches(membersOf(data)))
    .map(({ batch_number, quantity }) => `${batch_number} ${quantity}`);
