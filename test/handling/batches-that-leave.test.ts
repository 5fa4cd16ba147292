/**
 * Every kind of document whose goods leave is asked with batches that are free, expired, unknown and of another origin,
 * named and not. The kinds are read from the declarations: a new one fails here until it is asked too.
 */
import { describe, expect, it } from 'vitest';
import { chosenBatches, issueOrder, namesItsGoods, takesOf } from '../../domain/batches/issued-batches.ts';
import { documents } from '../../domain/registry/documents.ts';
import { SignedQuantity } from '../../domain/schemas/fields.schema.ts';
import { membersOf } from '../../domain/values/members.ts';
import { HISTORIES } from '../domain/histories.ts';
import type { Premises } from '../projector/shop.ts';
import {
  type Asked,
  DAY,
  DAYS,
  hold,
  line,
  listed,
  named,
  open,
  openWithKits,
  type Part,
  place,
  type Scene,
  to,
} from './leaving.ts';

type Door = (scene: Scene, asked: Asked, more?: object) => Promise<unknown>;

const onAccount = ({ customers }: Premises) => ({
  ...{ currency_fk: 1, payment_type: 'on_account', customer_fk: customers[0] },
});

interface Posts {
  readonly post?: (data: never, stream: string) => unknown;
}

/** How each kind of document takes goods out of the first inventory. */
const DOORS: Readonly<Record<string, Door>> = {
  sale: ({ shop, premises }, asked) => {
    const lines = [line(premises, asked, { price: '1000' })];
    return shop.enter('sale', { ...place(premises), ...onAccount(premises), lines, status: 'complete' });
  },
  pos_sale: ({ shop, premises, drawer }, asked) =>
    shop.enter('pos_sale', {
      ...{ ...place(premises), currency_fk: 1, drawer_fk: drawer.id, status: 'complete' },
      lines: [line(premises, asked, { price: '1000' })],
      payments: [{ method: 'cash', amount: `${asked.quantity}000`, account_fk: drawer.account }],
    }),
  online_order: async ({ shop, premises }, asked) => {
    const lines = [line(premises, asked, { price: '1000' })];
    const order = await shop.enter('online_order', { ...place(premises), ...onAccount(premises), lines });
    const confirmed = order && (await shop.transit('online_order', order.id, 'confirm', {}));
    return confirmed && shop.transit('online_order', order.id, 'deliver', {});
  },
  stock_transfer: ({ shop, premises }, asked) => {
    const lines = [line(premises, asked)];
    return shop.enter('stock_transfer', { ...place(premises), ...to(premises), lines, status: 'sent' });
  },
  sale_transfer: ({ shop, premises }, asked) => {
    const lines = [line(premises, asked, { price: '1000' })];
    return shop.enter('sale_transfer', { ...place(premises), ...to(premises), currency_fk: 1, lines, status: 'sent' });
  },
  production: ({ shop, premises }, asked) =>
    shop.enter('production', {
      ...{ ...place(premises), costs: [], status: 'complete' },
      lines: [
        line(premises, asked, { role: 'input' }),
        line(premises, { quantity: '1' }, { role: 'output', item_fk: premises.items[2] }),
      ],
    }),
  conversion: ({ shop, premises, collection }, { quantity, ...asked }) =>
    shop.enter('conversion', {
      ...{ ...place(premises), conversion_type: 'item_to_collection', collection_fk: collection },
      ...{ quantity, costs: [], status: 'complete' },
      ...(asked.batches ? { parts: [{ item_fk: premises.items[0], ...named({ quantity, ...asked }) }] } : {}),
    }),
  direct_adjustment: ({ shop, premises }, asked) => {
    const lines = [line(premises, asked, { quantity: `-${asked.quantity}` })];
    return shop.enter('direct_adjustment', { ...place(premises), reason: 'lost', lines });
  },
  asset_disposal: async ({ shop, premises }, asked, more = { disposal_type: 'damaged' }) => {
    const body = { ...place(premises), ...more, lines: [line(premises, asked)], status: 'done' };
    const done = await shop.enter('asset_disposal', body);
    return done && shop.transit('asset_disposal', done.id, 'approve');
  },
  purchase_return: ({ shop, premises }, asked) =>
    shop.enter('purchase_return', {
      ...{ ...place(premises), currency_fk: 1, payment_type: 'on_account', supplier_fk: premises.suppliers[0] },
      ...{ lines: [line(premises, asked, { price: '600' })], status: 'complete' },
    }),
  // One piece, whatever is asked for.
  warranty_claim: async ({ shop, premises }) => {
    const [item_fk = 0] = premises.items;
    await shop.amend('item', item_fk, { warranty_months: 12 });
    const claim = await shop.enter('warranty_claim', {
      ...{ ...place(premises), customer_fk: premises.customers[0], item_fk, sold_date: DAY, fault: 'it leaks' },
      status: 'received',
    });
    return claim && shop.transit('warranty_claim', claim.id, 'exchange', { date: DAY });
  },
  sale_transfer_return: ({ shop, premises, brought }, asked) =>
    shop.enter('sale_transfer_return', {
      ...{ ...place(premises), ...to(premises), sale_transfer_fk: brought, status: 'sent' },
      lines: [{ sale_transfer_line_id: 1, quantity: asked.quantity, ...named(asked) }],
    }),
};

/**
 * Documents that may take expired goods, those whose goods have an origin, and those that take one piece; all others are under
 * the strict rule.
 */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  'asset_disposal',
  'purchase_return',
  'sale_transfer_return',
  'warranty_claim',
]);

const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((found, name) => membersOf(found)[name], value);

/** The kinds whose samples contain a posting that takes goods out of an inventory, or whose lines may be below zero. */
function kindsThatTakeGoods(): string[] {
  const takes = documents.filter(({ kind, postings }) => {
    const rules = new Map<string, Posts>(Object.entries(postings as object));
    return (HISTORIES[kind] ?? []).flat().some(({ type, data }) => {
      const posting = membersOf(rules.get(type)?.post?.(data as never, `${kind}-1`));
      const movements = (posting['movements'] ?? []) as readonly {
        readonly pool: { readonly kind: string };
        readonly quantity: bigint;
        readonly valued: { readonly by: string; readonly document?: string };
      }[];
      return movements.some(
        ({ pool, quantity, valued }) => pool.kind === 'stock' && quantity < 0n && valued.document !== `${kind}-1`,
      );
    });
  });
  const signed = documents.filter(({ body }) => {
    const { quantity } = membersOf(membersOf(at(body, 'properties', 'lines', 'items'))['properties']);
    return membersOf(quantity)['pattern'] === membersOf(SignedQuantity())['pattern'];
  });
  return [...new Set([...takes, ...signed])].map(({ kind }) => kind);
}

it('every kind of document that takes goods out is asked here', () => {
  expect(kindsThatTakeGoods().toSorted()).toEqual(Object.keys(DOORS).toSorted());
});

/** What the dialog of a line shows for a document of the kind; all batches and five pieces of each. */
function shownFor(kind: string, quantity: string, data: object = {}): string[] {
  const onHand = listed(Object.keys(DAYS).map((batch) => [batch, '5']));
  const order = issueOrder(takesOf(kind, membersOf(data), { has_expire: true }), { day: DAY, sellsExpired: false });
  return chosenBatches(onHand, BigInt(quantity) * 1_000_000n, order).map(
    ({ batch_number, quantity: count }) => `${batch_number} ${count}`,
  );
}

it('the dialog of a line shows what its document takes', () => {
  for (const [kind] of STRICT) expect(shownFor(kind, '7')).toEqual(['TODAY 5', 'LATER 2']);
  for (const kind of ['purchase_return', 'asset_disposal']) expect(shownFor(kind, '7')).toEqual(['OLD 5', 'TODAY 2']);
  expect(shownFor('asset_disposal', '7', { disposal_type: 'expired' })).toEqual(['OLD 5']);
  expect(shownFor('a_new_kind', '7')).toEqual(['TODAY 5', 'LATER 2']);
});

const STRICT = Object.entries(DOORS).filter(([kind]) => !EXCEPTIONS.has(kind));

describe.each(STRICT)('%s', (kind, enter) => {
  /** Names no batches, unless the document must: then those that others choose. */
  const asked = (quantity: string, ...parts: readonly Part[]): Asked => ({
    ...{ quantity, ...(namesItsGoods(kind) ? { batches: parts } : {}) },
  });

  it('takes what has not expired, first expired first, and refuses the rest', async () => {
    const scene = await open();
    await enter(scene, asked('7', ['TODAY', '5'], ['LATER', '2']));
    expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 5', 'LATER 2']]);
    await enter(scene, asked('4', ['OLD', '4']));
    // An order is not even confirmed.
    expect(scene.messages()).toEqual([kind === 'online_order' ? 'not_enough_saleable' : 'batch_expired']);
  });

  it('takes nothing of a held batch, named or not, until it is released', async () => {
    const scene = await open();
    const held = await hold(scene, 'TODAY');
    await enter(scene, asked('2', ['LATER', '2']));
    expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 2']]);
    await enter(scene, { quantity: '2', batches: [['TODAY', '2']] });
    expect(scene.messages()).toEqual(['batch_held']);
    await scene.shop.transit('batch_hold', held, 'reverse', { reason: 'it is sound' });
    await enter(scene, { quantity: '2', batches: [['TODAY', '2']] });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 2']]);
  });

  it('takes no kits that all contain held or expired parts, and asks about those that may', async () => {
    const must = await openWithKits(['LATER', '3']);
    const held = await hold(must.scene, 'LATER');
    await enter(must.kits, { quantity: '2' });
    expect(must.scene.messages()).toEqual(['kits_of_held_batch']);
    await must.scene.shop.transit('batch_hold', held, 'reverse', { reason: 'it is sound' });
    must.scene.answers.confirmed = false;
    await enter(must.kits, { quantity: '2' });
    expect(must.scene.messages()).toEqual([]);
    const old = await openWithKits(['OLD', '3']);
    await enter(old.kits, { quantity: '1' });
    expect(old.scene.messages()).toEqual(['kits_of_expired_batch']);
    const { scene, kits } = await openWithKits(['LATER', '2'], ['TODAY', '2']);
    await hold(scene, 'LATER');
    scene.answers.confirmed = false;
    await enter(kits, { quantity: '2' });
    expect(scene.messages()).toEqual([]);
    await enter(kits, { quantity: '1' });
    expect(scene.messages()).toEqual(['kits_may_be_held']);
    scene.answers.confirmed = true;
    await enter(kits, { quantity: '1' });
    expect(scene.messages()).toEqual([]);
  });

  it('takes a named batch, but none that expired or is not there', async () => {
    const scene = await open();
    await enter(scene, { quantity: '2', batches: [['OLD', '2']] });
    expect(scene.messages()).toEqual(['batch_expired']);
    await enter(scene, { quantity: '2', batches: [['UNKNOWN', '2']] });
    expect(scene.messages()).toEqual(['not_enough_of_batch']);
    await enter(scene, { quantity: '2', batches: [['LATER', '2']] });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 2']]);
  });

  it('leaves as many goods that may be sold as confirmed orders wait for', async () => {
    const scene = await open();
    const { shop, premises } = scene;
    const lines = [line(premises, { quantity: '8' }, { price: '1000' })];
    const order = await shop.enter('online_order', { ...place(premises), ...onAccount(premises), lines });
    const confirmed = await shop.transit('online_order', order?.id ?? 0, 'confirm', {});
    expect([confirmed === undefined, scene.messages()]).toEqual([false, []]);
    await enter(scene, asked('3', ['TODAY', '3']));
    expect(scene.messages()).toEqual(['not_enough_saleable']);
    await enter(scene, { quantity: '3', batches: [['LATER', '3']] });
    expect(scene.messages()).toEqual(['not_enough_saleable']);
    await enter(scene, asked('2', ['TODAY', '2']));
    expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 2']]);
    await shop.transit('online_order', order?.id ?? 0, 'deliver', {});
    expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 3', 'LATER 5']]);
  });

  it('takes expired goods last where the settings sell them', async () => {
    const scene = await open();
    await scene.shop.amend('system_setting', 1, { sell_expired: true });
    await enter(scene, asked('11', ['TODAY', '5'], ['LATER', '5'], ['OLD', '1']));
    expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 5', 'LATER 5', 'OLD 1']]);
  });
});

describe('kits of parts that may not be sold', () => {
  const sell = DOORS['sale'] as Door;

  it('are counted over all inventories, and free of what is inside of the others', async () => {
    const { scene, kits } = await openWithKits(['LATER', '2'], ['TODAY', '3']);
    await DOORS['stock_transfer']?.(kits, { quantity: '2' });
    await scene.shop.transit('stock_transfer', 1, 'receive', { date: DAY });
    expect(scene.messages()).toEqual([]);
    await hold(scene, 'LATER');
    scene.answers.confirmed = false;
    await sell(kits, { quantity: '3' });
    expect(scene.messages()).toEqual([]);
    const there = { ...kits.premises, inventories: [kits.premises.inventories[1] ?? 0] };
    await sell({ ...kits, premises: { ...there, outlets: [kits.premises.outlets[1] ?? 0] } }, { quantity: '1' });
    expect(scene.messages()).toEqual(['kits_may_be_held']);
  });

  it('are taken apart, and their parts come out held', async () => {
    const { scene, kits } = await openWithKits(['LATER', '3']);
    await hold(scene, 'LATER');
    await sell(kits, { quantity: '1' });
    expect(scene.messages()).toEqual(['kits_of_held_batch']);
    const { shop, premises, collection } = scene;
    const apart = { conversion_type: 'collection_to_item', collection_fk: collection, quantity: '2', costs: [] };
    await shop.enter('conversion', { ...place(premises), ...apart, status: 'complete' });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 2']]);
  });

  it('are destroyed, held or not', async () => {
    const { scene, kits } = await openWithKits(['OLD', '2']);
    await DOORS['asset_disposal']?.(kits, { quantity: '2' });
    expect(scene.messages()).toEqual([]);
  });

  it('are sold where the settings sell expired goods', async () => {
    const { scene, kits } = await openWithKits(['OLD', '2']);
    await scene.shop.amend('system_setting', 1, { sell_expired: true });
    scene.answers.confirmed = false;
    await sell(kits, { quantity: '2' });
    expect(scene.messages()).toEqual([]);
  });
});

describe('a correction downwards', () => {
  const correct = DOORS['direct_adjustment'] as Door;

  it('names its batches: nobody else knows which goods are missing', async () => {
    const scene = await open();
    for (const quantity of ['1', '7', '15']) {
      await correct(scene, { quantity });
      expect(scene.messages()).toEqual(['batches_to_correct']);
    }
    await correct(scene, { quantity: '3', batches: [['LATER', '3']] });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 3']]);
  });

  it('of goods of no batch names none', async () => {
    const scene = await open();
    const { shop, premises } = scene;
    await shop.enter('purchase', {
      ...{ ...place(premises), currency_fk: 1, payment_type: 'on_account', supplier_fk: premises.suppliers[0] },
      ...{ status: 'complete', lines: [line(premises, { quantity: '3' }, { item_fk: premises.items[1], price: '1' })] },
    });
    await shop.amend('item', premises.items[1] ?? 0, { has_batch_number: true });
    const lines = [line(premises, { quantity: '-2' }, { item_fk: premises.items[1] })];
    await shop.enter('direct_adjustment', { ...place(premises), reason: 'lost', lines });
    expect([scene.messages(), scene.moved()]).toEqual([[], []]);
  });
});

it('a piece that is given in exchange is of the batch that expires first, but of none that expired or is held', async () => {
  const scene = await open();
  const exchange = DOORS['warranty_claim'] as Door;
  await exchange(scene, { quantity: '1' });
  expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 1']]);
  await hold(scene, 'TODAY');
  await exchange(scene, { quantity: '1' });
  expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 1']]);
  await hold(scene, 'LATER');
  await exchange(scene, { quantity: '1' });
  expect(scene.messages()).toEqual([expect.stringMatching(/^batch_/)]);
});

it('a sale transfer goes back without its held goods until they are released', async () => {
  const scene = await open();
  const held = await hold(scene, 'LATER');
  const back = DOORS['sale_transfer_return'] as Door;
  for (const asked of [{ quantity: '2' }, { quantity: '2', batches: [['LATER', '2']] as const }]) {
    await back(scene, asked);
    expect(scene.messages()).toEqual(['batch_held']);
  }
  await scene.shop.transit('batch_hold', held, 'reverse', { reason: 'it is sound' });
  await back(scene, { quantity: '2' });
  expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 2']]);
});

it.each(['asset_disposal', 'purchase_return'])('%s takes a held batch', async (kind) => {
  const scene = await open();
  await hold(scene, 'TODAY');
  await DOORS[kind]?.(scene, { quantity: '2', batches: [['TODAY', '2']] });
  expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 2']]);
});

describe('a disposal', () => {
  const dispose = (scene: Scene, asked: Asked, disposal_type: string) =>
    DOORS['asset_disposal']?.(scene, asked, { disposal_type });

  it('takes expired goods first, named or not', async () => {
    for (const type of ['stolen', 'destruct', 'damaged']) {
      const scene = await open();
      await dispose(scene, { quantity: '7' }, type);
      expect([scene.messages(), scene.moved()]).toEqual([[], ['OLD 5', 'TODAY 2']]);
      await dispose(scene, { quantity: '2', batches: [['LATER', '2']] }, type);
      expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 2']]);
    }
  });

  it('as expired takes nothing else', async () => {
    const scene = await open();
    await dispose(scene, { quantity: '6' }, 'expired');
    expect(scene.messages()).toEqual(['fewer_expired']);
    for (const batch of ['TODAY', 'LATER']) {
      await dispose(scene, { quantity: '2', batches: [[batch, '2']] }, 'expired');
      expect(scene.messages()).toEqual(['batch_not_expired']);
    }
    await dispose(scene, { quantity: '2', batches: [['OLD', '2']] }, 'expired');
    expect([scene.messages(), scene.moved()]).toEqual([[], ['OLD 2']]);
    await dispose(scene, { quantity: '3' }, 'expired');
    expect([scene.messages(), scene.moved()]).toEqual([[], ['OLD 3']]);
  });

  it('as expired takes any batch of an item that has no days of expiry', async () => {
    const scene = await open();
    const { shop, premises } = scene;
    const [, item = 0] = premises.items;
    await shop.amend('item', item, { has_batch_number: true });
    await shop.enter('purchase', {
      ...{ ...place(premises), currency_fk: 1, payment_type: 'on_account', supplier_fk: premises.suppliers[0] },
      status: 'complete',
      lines: [line(premises, { quantity: '3' }, { item_fk: item, price: '1', batch_number: 'S1' })],
    });
    const lines = [line(premises, { quantity: '2' }, { item_fk: item })];
    const body = { ...place(premises), disposal_type: 'expired', lines, status: 'done' };
    const done = await shop.enter('asset_disposal', body);
    await shop.transit('asset_disposal', done?.id ?? 0, 'approve');
    expect([scene.messages(), scene.moved()]).toEqual([[], ['S1 2']]);
  });
});

describe('a return to the supplier', () => {
  const back = ({ shop, premises, purchases }: Scene, index: number, asked: Asked) =>
    shop.enter('purchase_return', {
      ...{ ...place(premises), currency_fk: 1, payment_type: 'on_account', supplier_fk: premises.suppliers[0] },
      ...{ purchase_fk: purchases[index], status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: asked.quantity, ...named(asked) }],
    });

  it('without a purchase takes expired goods too', async () => {
    const scene = await open();
    await DOORS['purchase_return']?.(scene, { quantity: '7' });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['OLD 5', 'TODAY 2']]);
  });

  it('takes batches of its purchase only, expired or not', async () => {
    const scene = await open();
    await back(scene, 1, { quantity: '2' });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 2']]);
    await back(scene, 0, { quantity: '2' });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['OLD 2']]);
    for (const batch of ['OLD', 'LATER', 'UNKNOWN']) {
      await back(scene, 1, { quantity: '2', batches: [[batch, '2']] });
      expect(scene.messages()).toEqual(['batch_not_of_document']);
    }
    await back(scene, 1, { quantity: '3', batches: [['TODAY', '3']] });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 3']]);
  });

  it('says where the batch is when it is not there, named or not', async () => {
    const scene = await open();
    const { shop, premises } = scene;
    const moved = await shop.enter('stock_transfer', {
      ...{ ...place(premises), ...to(premises), status: 'sent' },
      lines: [line(premises, { quantity: '4', batches: [['TODAY', '4']] })],
    });
    await back(scene, 1, { quantity: '2' });
    expect(scene.messages()).toEqual(['batch_not_here']);
    await shop.transit('stock_transfer', moved?.id ?? 0, 'receive', { date: DAY });
    for (const asked of [{ quantity: '2' }, { quantity: '2', batches: [['TODAY', '2']] as const }]) {
      await back(scene, 1, asked);
      expect(scene.messages()).toEqual(['batch_elsewhere']);
    }
    await back(scene, 1, { quantity: '1' });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['TODAY 1']]);
  });
});

describe('a return of a sale transfer', () => {
  it('takes batches of its transfer only', async () => {
    const scene = await open();
    const enter = DOORS['sale_transfer_return'] as Door;
    for (const batch of ['TODAY', 'OLD', 'UNKNOWN']) {
      await enter(scene, { quantity: '2', batches: [[batch, '2']] });
      expect(scene.messages()).toContain('batch_not_of_document');
    }
    await enter(scene, { quantity: '2' });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 2']]);
    await enter(scene, { quantity: '3', batches: [['LATER', '3']] });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['LATER 3']]);
  });

  it('says where the batch is when it is not there', async () => {
    const scene = await open();
    await DOORS['sale']?.(scene, { quantity: '4', batches: [['LATER', '4']] });
    await DOORS['sale_transfer_return']?.(scene, { quantity: '2' });
    expect(scene.messages()).toEqual(['batch_not_here']);
  });
});
