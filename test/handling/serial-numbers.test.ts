/** Pieces with serial numbers: received, moved, sold and returned, each once, by whoever comes first. */
import { describe, expect, it } from 'vitest';
import { pieceKey } from '../../domain/batches/pieces.ts';
import { batchesOf, movedBatches } from '../../domain/values/batch.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { openPremises, type Premises, Shop } from '../projector/shop.ts';
import { openStore, recording } from './interleaving.ts';

const DAY = '2026-03-10';

interface Scene {
  readonly shop: Shop;
  readonly store: CommandStore;
  readonly premises: Premises;
  readonly item: number;
  readonly messages: () => readonly string[];
  /** `356 new` for each piece of the last stored command. */
  readonly moved: () => readonly string[];
  /** Where the number stands: 1 in stock, -1 gone, 0 unknown. */
  readonly level: (number: string) => Promise<string>;
  /** What is on hand by number, in each inventory: `1:356`. */
  readonly onHand: () => Promise<readonly string[]>;
}

async function open(serial_numbers = 'at_receipt', confirmed = true, allowNegative = false): Promise<Scene> {
  const { store, batches: appended } = recording(openStore());
  const shop = new Shop(store, { now: new Date(`${DAY}T10:00:00Z`) }, async () => 0);
  let refused: readonly string[] = [];
  shop.handle = async (request) => {
    refused = [];
    try {
      return await shop.handler.handle({ ...request, confirmed });
    } catch (error) {
      if (error instanceof Refusal) refused = error.issues.map(({ message }) => message);
      throw error;
    }
  };
  const premises = await openPremises(shop, allowNegative);
  const item = premises.items[0] ?? 0;
  await shop.amend('item', item, { serial_numbers, warranty_months: 12 });
  return {
    ...{ shop, store, premises, item },
    messages: () => refused,
    moved: () =>
      (appended.at(-1)?.writes ?? [])
        .flatMap(({ events }) => events)
        .flatMap(({ data }) => movedBatches(membersOf(data)))
        .map(({ batch_number, piece }) => `${batch_number} ${piece}`),
    level: async (number) => (await store.levels(pieceKey(item, number)))[0]?.total ?? '0',
    onHand: async () =>
      (await store.levels(`batch:${item}:`)).map(({ key, total }) => {
        const [, , inventory, , number] = key.split(':');
        return `${inventory}:${number}${total === '1' ? '' : ` ${total}`}`;
      }),
  };
}

const place = ({ outlets, inventories }: Premises, index = 0) => ({
  ...{ outlet_fk: outlets[index === 2 ? 0 : index], inventory_fk: inventories[index], date: DAY },
});
const to = ({ outlets, inventories }: Premises, index = 1) => ({
  ...{ to_outlet_fk: outlets[index], to_inventory_fk: inventories[index] },
});
const named = (numbers: readonly string[]) =>
  numbers.length === 0
    ? {}
    : { batches: numbers.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' })) };
const line = ({ item, premises }: Scene, numbers: readonly string[], more: object = {}) => ({
  ...{ item_fk: item, unit_fk: premises.unit, quantity: String(numbers.length || 1), ...named(numbers), ...more },
});

const receive = (scene: Scene, numbers: readonly string[], more: object = {}, at = 0, day = DAY) =>
  scene.shop.enter('purchase', {
    ...{ ...place(scene.premises, at), date: day, currency_fk: 1, payment_type: 'on_account' },
    ...{ supplier_fk: scene.premises.suppliers[0], status: 'complete' },
    lines: [line(scene, numbers, { price: '600', ...more })],
  });
const sell = (scene: Scene, numbers: readonly string[], more: object = {}, at = 0, day = DAY) =>
  scene.shop.enter('sale', {
    ...{ ...place(scene.premises, at), date: day, currency_fk: 1, payment_type: 'on_account' },
    ...{ customer_fk: scene.premises.customers[0], status: 'complete' },
    lines: [line(scene, numbers, { price: '1000', ...more })],
  });
const takeBack = (scene: Scene, sale: number, numbers: readonly string[], count = numbers.length || 1) =>
  scene.shop.enter('sale_return', {
    ...{ ...place(scene.premises), sale_fk: sale, payment_type: 'on_account', status: 'complete' },
    lines: [{ sale_line_id: 1, quantity: String(count), ...named(numbers) }],
  });

describe('pieces are received', () => {
  it('with a number for each, and a number is in stock once in the whole business', async () => {
    const scene = await open();
    await receive(scene, [], { quantity: '2' });
    expect(scene.messages()).toEqual(['serials_required']);
    await receive(scene, ['A1'], { quantity: '2' });
    expect(scene.messages()).toContain('batches_do_not_add_up');
    await receive(scene, ['A1'], {
      batches: [{ batch_number: 'A1', expire_date: null, quantity: '2' }],
      quantity: '2',
    });
    expect(scene.messages()).toEqual(['serial_of_one_piece']);
    await receive(scene, ['A1'], {
      batches: [{ batch_number: 'A1', expire_date: null, quantity: '0.5' }],
      quantity: '0.5',
    });
    expect(scene.messages()).toEqual(expect.arrayContaining(['whole_pieces', 'serial_of_one_piece']));
    await receive(scene, ['A1', 'A2']);
    expect([scene.messages(), scene.moved()]).toEqual([[], ['A1 new', 'A2 new']]);
    // In another spelling, in another inventory, and with the single field of a line.
    await receive(scene, ['a 1'], {}, 1);
    expect(scene.messages()).toEqual(['serial_in_stock']);
    await receive(scene, [], { batch_number: 'A-2' });
    expect(scene.messages()).toEqual(['serial_in_stock']);
    await receive(scene, [], { batch_number: 'A3' });
    expect([scene.messages(), scene.moved()]).toEqual([[], ['A3 new']]);
    expect(await scene.onHand()).toEqual(['1:A1', '1:A2', '1:A3']);
  });

  it('once, however many people enter the number at the same moment', async () => {
    for (const at of [0, 1]) {
      const scene = await open();
      const answers = await Promise.all([receive(scene, ['A1']), receive(scene, ['A1'], {}, at)]);
      expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
      expect(await scene.level('A1')).toBe('1');
    }
  });

  it('not twice by one document', async () => {
    const scene = await open();
    await scene.shop.enter('purchase', {
      ...{ ...place(scene.premises), currency_fk: 1, payment_type: 'on_account', status: 'complete' },
      supplier_fk: scene.premises.suppliers[0],
      lines: [line(scene, ['A1'], { price: '1' }), line(scene, ['A1'], { price: '2' })],
    });
    expect(scene.messages()).toEqual(['serial_named_twice']);
  });

  it('in parts, when the receipt names those that came', async () => {
    const scene = await open();
    const bought = await scene.shop.enter('purchase', {
      ...{ ...place(scene.premises), currency_fk: 1, payment_type: 'on_account', status: 'complete', receive: false },
      supplier_fk: scene.premises.suppliers[0],
      lines: [line(scene, [], { quantity: '3', price: '600' })],
    });
    const come = (quantity: string, numbers: readonly string[]) =>
      scene.shop.transit('purchase', bought?.id ?? 0, 'receive', {
        lines: [{ line_id: 1, quantity, ...named(numbers) }],
      });
    await come('2', []);
    expect(scene.messages()).toEqual(['serials_required']);
    await come('2', ['A1', 'A2']);
    await come('3', ['A2']);
    expect(scene.messages()).toEqual(['serial_in_stock']);
    await come('3', ['A3']);
    expect(await scene.onHand()).toEqual(['1:A1', '1:A2', '1:A3']);
  });

  it('again after they left, when a person confirms it', async () => {
    const careful = await open('at_receipt', false);
    await receive(careful, ['A1']);
    await sell(careful, ['A1']);
    await receive(careful, ['A1']);
    expect(careful.messages()).toEqual(['serial_was_gone']);
    const scene = await open();
    await receive(scene, ['A1']);
    await sell(scene, ['A1']);
    await receive(scene, ['A1'], {}, 1);
    expect([scene.messages(), scene.moved(), await scene.level('A1')]).toEqual([[], ['A1 known'], '1']);
    await sell(scene, ['A1'], {}, 1);
    expect([scene.messages(), await scene.level('A1')]).toEqual([[], '-1']);
  });
});

describe('pieces are sold', () => {
  it('by their numbers, each once', async () => {
    const scene = await open();
    await receive(scene, ['A1', 'A2', 'A3']);
    await receive(scene, ['B1'], {}, 1);
    await sell(scene, [], { quantity: '1' });
    expect(scene.messages()).toEqual(['serials_required']);
    await sell(scene, ['B1']);
    expect(scene.messages()).toEqual(['serial_elsewhere']);
    await sell(scene, ['X9']);
    expect(scene.messages()).toEqual(['serial_unknown']);
    await sell(scene, ['a2']);
    expect([scene.messages(), scene.moved()]).toEqual([[], ['A2 known']]);
    await sell(scene, ['A2']);
    expect(scene.messages()).toEqual(['serial_gone']);
    await sell(scene, ['A1', 'A1']);
    expect(scene.messages()).toContain('batch_named_twice');
    expect(await scene.onHand()).toEqual(['1:A1', '1:A3', '2:B1']);
  });

  it('once, however many people sell the number at the same moment', async () => {
    const scene = await open();
    await receive(scene, ['A1', 'A2']);
    const answers = await Promise.all([sell(scene, ['A1']), sell(scene, ['A1']), sell(scene, ['A2'])]);
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(2);
    expect([await scene.level('A1'), await scene.level('A2'), await scene.onHand()]).toEqual(['-1', '-1', []]);
  });

  it('with a number that is told for the first time, where numbers are known at the sale at the latest', async () => {
    const scene = await open('at_sale');
    await receive(scene, [], { quantity: '3' });
    expect([scene.messages(), scene.moved()]).toEqual([[], []]);
    await sell(scene, [], { quantity: '1' });
    expect(scene.messages()).toEqual(['serials_required']);
    const answers = await Promise.all([sell(scene, ['A1']), sell(scene, ['A1'])]);
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
    expect([await scene.level('A1'), await scene.onHand()]).toEqual(['-1', []]);
    await sell(scene, ['A2', 'A3']);
    expect([scene.messages(), scene.moved()]).toEqual([[], ['A2 named', 'A3 named']]);
    await sell(scene, ['A4']);
    expect(scene.messages()).toContain('serial_unknown');
    expect((await scene.store.levels(`stock:${scene.item}:`))[0]).toBeUndefined();
  });

  it('and a sale that is taken back frees its pieces and their numbers', async () => {
    for (const kept of ['at_receipt', 'at_sale']) {
      const scene = await open(kept);
      await receive(scene, kept === 'at_sale' ? [] : ['A1'], { quantity: '1' });
      const sold = await sell(scene, ['A1']);
      await scene.shop.transit('sale', sold?.id ?? 0, 'return_to_draft', { reason: 'mistake' });
      expect([scene.messages(), await scene.level('A1')]).toEqual([[], kept === 'at_sale' ? '0' : '1']);
      expect(await scene.onHand()).toEqual(kept === 'at_sale' ? [] : ['1:A1']);
      await scene.shop.transit('sale', sold?.id ?? 0, 'complete');
      expect([scene.messages(), await scene.level('A1')]).toEqual([[], '-1']);
    }
  });

  it('and the line keeps the months of warranty of its day', async () => {
    const scene = await open();
    await receive(scene, ['A1']);
    const sold = await sell(scene, ['A1']);
    await scene.shop.amend('item', scene.item, { warranty_months: 3 });
    const state = membersOf(sold?.state)['sale'];
    const [first] = membersOf(state)['lines'] as readonly object[];
    expect(first).toMatchObject({ warranty_months: 12 });
    expect(batchesOf(first)).toEqual([{ batch_number: 'A1', expire_date: null, quantity: '1' }]);
  });
});

describe('pieces come back', () => {
  it('of their own sale, each once, and can be sold again', async () => {
    const scene = await open();
    await receive(scene, ['A1', 'A2', 'A3']);
    const first = (await sell(scene, ['A1', 'A2']))?.id ?? 0;
    await sell(scene, ['A3']);
    await takeBack(scene, first, []);
    expect(scene.messages()).toEqual(['serials_required']);
    await takeBack(scene, first, ['A3']);
    expect(scene.messages()).toEqual(['batch_not_of_document']);
    await takeBack(scene, first, ['A2']);
    expect([scene.messages(), scene.moved(), await scene.level('A2')]).toEqual([[], ['A2 known'], '1']);
    const second = (await sell(scene, ['A2']))?.id ?? 0;
    expect(scene.messages()).toEqual([]);
    // The first sale has A1 only, whose number need not be told any more.
    await takeBack(scene, first, ['A2']);
    expect(scene.messages()).toContain('more_than_left_of_batch');
    await takeBack(scene, first, []);
    expect([scene.messages(), scene.moved()]).toEqual([[], ['A1 known']]);
    await takeBack(scene, second, []);
    expect(await scene.onHand()).toEqual(['1:A1', '1:A2']);
  });

  it('of a sale that told their number for the first time', async () => {
    const scene = await open('at_sale');
    await receive(scene, [], { quantity: '2' });
    const sold = (await sell(scene, ['A1', 'A2']))?.id ?? 0;
    await takeBack(scene, sold, ['A1']);
    expect([scene.messages(), await scene.onHand(), await scene.level('A1')]).toEqual([[], ['1:A1'], '1']);
    await sell(scene, ['A1']);
    expect([scene.messages(), scene.moved()]).toEqual([[], ['A1 known']]);
  });

  it('to their supplier, of their own purchase', async () => {
    const scene = await open();
    const bought = (await receive(scene, ['A1', 'A2']))?.id ?? 0;
    await receive(scene, ['B1']);
    const back = (numbers: readonly string[]) =>
      scene.shop.enter('purchase_return', {
        ...{ ...place(scene.premises), currency_fk: 1, payment_type: 'on_account', status: 'complete' },
        ...{ supplier_fk: scene.premises.suppliers[0], purchase_fk: bought },
        lines: [{ purchase_line_id: 1, quantity: '1', ...named(numbers) }],
      });
    await back([]);
    expect(scene.messages()).toEqual(['serials_required']);
    await back(['B1']);
    expect(scene.messages()).toEqual(['batch_not_of_document']);
    await back(['A2']);
    expect([scene.messages(), await scene.onHand(), await scene.level('A2')]).toEqual([[], ['1:A1', '1:B1'], '-1']);
    await back([]);
    expect([scene.messages(), scene.moved()]).toEqual([[], ['A1 known']]);
  });
});

describe('an item', () => {
  const change = async (before: object, after: object): Promise<readonly string[]> => {
    const scene = await open('none');
    const item = scene.premises.items[1] ?? 0;
    await scene.shop.amend('item', item, before);
    await scene.shop.amend('item', item, after);
    return scene.messages();
  };

  it('has serial numbers or batches, and keeps what it has', async () => {
    expect(await change({}, { serial_numbers: 'at_receipt', has_batch_number: true })).toEqual([
      'serials_instead_of_batches',
    ]);
    expect(await change({ has_expire: true }, { serial_numbers: 'at_sale', has_expire: false })).toEqual([
      'batches_were_kept',
    ]);
    expect(await change({ serial_numbers: 'at_sale' }, { serial_numbers: 'none' })).toEqual(['serials_were_kept']);
    expect(await change({ serial_numbers: 'at_sale' }, { serial_numbers: 'at_receipt' })).toEqual([]);
    expect(await change({ item_type: 'goods' }, { serial_numbers: 'at_sale', warranty_months: 24 })).toEqual([]);
  });
});

/** Documents that take a piece out of the first inventory without selling it. */
const TAKING: Readonly<Record<string, (scene: Scene, numbers: readonly string[]) => Promise<unknown>>> = {
  stock_transfer: (scene, numbers) =>
    scene.shop.enter('stock_transfer', {
      ...{ ...place(scene.premises), ...to(scene.premises), lines: [line(scene, numbers)], status: 'sent' },
    }),
  sale_transfer: (scene, numbers) =>
    scene.shop.enter('sale_transfer', {
      ...{ ...place(scene.premises), ...to(scene.premises), currency_fk: 1, status: 'sent' },
      lines: [line(scene, numbers, { price: '700' })],
    }),
  direct_adjustment: (scene, numbers) =>
    scene.shop.enter('direct_adjustment', {
      ...{ ...place(scene.premises), reason: 'lost', lines: [line(scene, numbers, { quantity: '-1' })] },
    }),
  asset_disposal: async (scene, numbers) => {
    const body = { ...place(scene.premises), disposal_type: 'damaged', lines: [line(scene, numbers)], status: 'done' };
    const done = await scene.shop.enter('asset_disposal', body);
    return done && scene.shop.transit('asset_disposal', done.id, 'approve');
  },
  production: (scene, numbers) =>
    scene.shop.enter('production', {
      ...{ ...place(scene.premises), costs: [], status: 'complete' },
      lines: [
        line(scene, numbers, { role: 'input' }),
        { item_fk: scene.premises.items[2], unit_fk: scene.premises.unit, quantity: '1', role: 'output' },
      ],
    }),
  purchase_return: (scene, numbers) =>
    scene.shop.enter('purchase_return', {
      ...{ ...place(scene.premises), currency_fk: 1, payment_type: 'on_account', status: 'complete' },
      ...{ supplier_fk: scene.premises.suppliers[0], lines: [line(scene, numbers, { price: '600' })] },
    }),
};

describe.each(Object.entries(TAKING))('%s', (_kind, take) => {
  it('takes the piece that it names, and chooses none', async () => {
    const scene = await open();
    await receive(scene, ['A1', 'A2']);
    await receive(scene, ['B1'], {}, 1);
    await take(scene, []);
    expect(scene.messages()).toEqual(['serials_required']);
    await take(scene, ['B1']);
    expect(scene.messages()).toEqual(['serial_elsewhere']);
    await take(scene, ['X9']);
    expect(scene.messages()).toEqual(['serial_unknown']);
    await take(scene, ['A2']);
    expect([scene.messages(), scene.moved(), await scene.level('A2')]).toEqual([[], ['A2 known'], '-1']);
    await take(scene, ['A2']);
    expect(scene.messages()).toEqual(['serial_gone']);
    await sell(scene, ['A2']);
    expect(scene.messages()).toEqual(['serial_gone']);
    expect(await scene.onHand()).toEqual(['1:A1', '2:B1']);
  });

  it('takes goods without a number before any piece with one, where numbers are told at the sale', async () => {
    const scene = await open('at_sale');
    await receive(scene, ['A1']);
    await receive(scene, [], { quantity: '1' });
    await take(scene, []);
    expect([scene.messages(), scene.moved()]).toEqual([[], []]);
    await take(scene, []);
    expect([scene.messages(), await scene.onHand()]).toEqual([['serials_required'], ['1:A1']]);
  });
});

describe('pieces on their way', () => {
  const send = async (numbers: readonly string[]) => {
    const scene = await open();
    await receive(scene, numbers);
    const sent = await TAKING['stock_transfer']?.(scene, numbers);
    const id = (sent as { id: number }).id;
    const arrive = (quantity: string, came: readonly string[], missing?: string) =>
      scene.shop.transit('stock_transfer', id, 'receive', {
        lines: [{ line_id: 1, quantity, ...named(came), ...(missing === undefined ? {} : { missing }) }],
      });
    return { scene, arrive };
  };

  it('arrive by name when they come in parts, and the last needs no name', async () => {
    const { scene, arrive } = await send(['A1', 'A2', 'A3']);
    await arrive('1', []);
    expect(scene.messages()).toEqual(['serials_required']);
    await arrive('1', ['X9']);
    expect(scene.messages()).toContain('more_than_on_its_way');
    await arrive('2', ['A2', 'A3']);
    expect([scene.messages(), await scene.onHand()]).toEqual([[], ['2:A2', '2:A3']]);
    await arrive('3', []);
    expect([scene.messages(), await scene.onHand()]).toEqual([[], ['2:A1', '2:A2', '2:A3']]);
    await sell(scene, ['A1'], {}, 1);
    expect(scene.messages()).toEqual([]);
  });

  it('are nowhere in stock, so nobody sells them', async () => {
    const { scene, arrive } = await send(['A1']);
    await sell(scene, ['A1']);
    expect(scene.messages()).toEqual(['serial_gone']);
    await arrive('1', []);
    expect(await scene.level('A1')).toBe('1');
  });
});

describe('a count', () => {
  const count = async (scene: Scene, numbers: readonly string[], time: string | null = null) => {
    const drafted = await scene.shop.enter('inventory_adjustment', {
      ...{ ...place(scene.premises), time, status: 'draft' },
      lines: [
        { item_fk: scene.item, unit_fk: scene.premises.unit, real_quantity: String(numbers.length), ...named(numbers) },
      ],
    });
    const counted = drafted && (await scene.shop.transit('inventory_adjustment', drafted.id, 'approve'));
    return counted?.id ?? drafted?.id ?? 0;
  };

  it('finds pieces and misses others, by number', async () => {
    const scene = await open();
    await receive(scene, ['A1', 'A2', 'A3']);
    await receive(scene, ['B1'], {}, 1);
    await count(scene, ['A1', 'B1']);
    expect(scene.messages()).toEqual(['serial_elsewhere']);
    const id = await count(scene, ['A3', 'N1']);
    expect(scene.messages()).toEqual([]);
    expect(scene.moved()).toEqual(['A3 undefined', 'N1 new', 'A1 known', 'A2 known']);
    expect(await scene.onHand()).toEqual(['1:A3', '1:N1', '2:B1']);
    expect([await scene.level('A1'), await scene.level('A3'), await scene.level('N1')]).toEqual(['-1', '1', '1']);
    await sell(scene, ['A1']);
    expect(scene.messages()).toEqual(['serial_gone']);
    await scene.shop.transit('inventory_adjustment', id, 'return_to_draft', { reason: 'mistake' });
    expect([scene.messages(), await scene.level('A1'), await scene.level('N1')]).toEqual([[], '1', '0']);
    expect(await scene.onHand()).toEqual(['1:A1', '1:A2', '1:A3', '2:B1']);
  });

  it('of nothing takes every piece out', async () => {
    const scene = await open();
    await receive(scene, ['A1', 'A2'], {}, 0, '2026-03-08');
    await count(scene, [], '08:00:00');
    expect([scene.messages(), await scene.onHand(), await scene.level('A2')]).toEqual([[], [], '-1']);
    await count(scene, ['A2'], '09:00:00');
    expect([scene.messages(), scene.moved(), await scene.onHand()]).toEqual([[], ['A2 known'], ['1:A2']]);
  });
});

it('pieces that were sold before they came in have their number already', async () => {
  const scene = await open('at_receipt', false, true);
  await sell(scene, ['A1']);
  expect([scene.messages(), scene.moved()]).toEqual([[], ['A1 named']]);
  await receive(scene, ['A1', 'A2']);
  expect([scene.messages(), scene.moved(), await scene.onHand()]).toEqual([[], ['A2 new'], ['1:A2']]);
  expect([await scene.level('A1'), await scene.level('A2')]).toEqual(['-1', '1']);
  expect((await scene.store.levels(`stock:${scene.item}:`))[0]?.total).toBe('1');
});
