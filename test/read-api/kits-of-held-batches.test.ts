/**
 * Kits are assembled from batches of a part, and one of these is held (docs/decisions/0221): what a person hears who sells,
 * moves, orders, takes apart or throws away the kits, until the hold is released.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import type { Sent } from '../api/api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let depot: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  depot = await office.add('inventories', { inventory_name: 'Depot', outlet_fk: shop.outlet });
});
afterAll(() => office?.close());

const FRESH = '2035-01-31';
const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11' });
const batch = (batch_number: string, expire_date = FRESH) => ({ batch_number, expire_date });

interface Made {
  readonly part: number;
  readonly kit: number;
  readonly collection: number;
}

/** Kits with one piece of the part in each, of these batches in this order: *A 3* are three kits of pieces of A. */
async function kitsOf(name: string, ...made: readonly (readonly [number: string, count: string, day?: string])[]) {
  const part = await office.add('items', itemBody(shop.unit, name, { has_batch_number: true, has_expire: true }));
  const kit = await office.add('items', itemBody(shop.unit, `Kit of ${name}`));
  const collection = await office.add('collections', {
    ...{ collection_name: `Kit of ${name}`, item_fk: kit, unit_fk: shop.unit },
    lines: [{ item_fk: part, unit_fk: shop.unit, quantity: '1' }],
  });
  for (const [number, quantity, day] of made) {
    const lines = [{ item_fk: part, unit_fk: shop.unit, quantity, price: '600', ...batch(number, day) }];
    await office.add('purchases', { ...purchaseBody(shop, '1', { lines }), confirmed: true });
    // Assembled while nothing has expired yet.
    const parts = [{ item_fk: part, batches: [{ ...batch(number, day), quantity }] }];
    done(await convert(collection, 'item_to_collection', quantity, { parts, date: '2026-03-03' }));
  }
  return { part, kit, collection };
}

const convert = (collection_fk: number, conversion_type: string, quantity: string, more: object = {}) =>
  office.send('POST', 'conversions', {
    ...{ ...place(), status: 'complete', conversion_type, collection_fk, quantity, ...more },
  });
const hold = async ({ part }: Made, number: string, hold_type = 'held'): Promise<number> =>
  done(await office.send('POST', 'batch_holds', { item_fk: part, ...batch(number), hold_type, reason: 'a letter' }));
const release = (id: number) => office.send('POST', `batch_holds/${id}/reverse`, { reason: 'it was sound' });

const line = ({ kit }: Made, quantity: string) => ({ item_fk: kit, unit_fk: shop.unit, quantity, price: '1000' });
const sell = (made: Made, quantity: string, more: object = {}) =>
  office.send('POST', 'sales', { ...saleBody(shop, '1', { lines: [line(made, quantity)] }), ...more });

function done({ status, body }: Sent): number {
  expect([body.errors, status < 300]).toEqual([undefined, true]);
  return Number(body.data['id']);
}
const refusal = ({ status, body }: Sent) => [status, body.code, body.errors];
/** `A 3` for each batch of the part on hand. */
const onHand = async ({ part }: Made) =>
  objectsOf((await office.read(`items/${part}/batches`)).data).map(
    ({ batch_number, quantity, hold_type }) => `${batch_number} ${quantity}${hold_type ? ` ${hold_type}` : ''}`,
  );
const kitsLeft = async ({ kit }: Made) =>
  objectsOf(membersOf((await office.read(`stocks?filter[item_fk]=${kit}`)).data)['data']).map(
    ({ quantity }) => quantity,
  );

describe('kits that all contain a batch', () => {
  it('are not sold, moved or ordered while it is held, whatever a person confirms, and are sold when it is released', async () => {
    const made = await kitsOf('Bandage', ['B1', '4']);
    done(await sell(made, '1'));
    const held = await hold(made, 'b 1');
    const inWords = (path = 'lines.0.quantity') => [
      ...[422, 'validation'],
      {
        [path]: [
          'Line 1, Kit of Bandage: all of these kits contain Bandage of batch B1, which is held: none is sold, moved or used',
        ],
      },
    ];
    expect(refusal(await sell(made, '1'))).toEqual(inWords());
    expect(refusal(await sell(made, '1', { confirmed: true }))).toEqual(inWords());
    const moved = await office.send('POST', 'stock_transfers', {
      ...{ ...place(), to_outlet_fk: shop.outlet, to_inventory_fk: depot, status: 'sent', confirmed: true },
      lines: [{ item_fk: made.kit, unit_fk: shop.unit, quantity: '1' }],
    });
    expect(refusal(moved)).toEqual(inWords());
    const { status: _, ...ordered } = saleBody(shop, '1', { customer_fk: shop.customer, lines: [line(made, '1')] });
    const order = await office.add('online_orders', ordered);
    expect(refusal(await office.send('POST', `online_orders/${order}/confirm`, { confirmed: true }))).toEqual(
      inWords(),
    );
    expect(await kitsLeft(made)).toEqual(['3']);
    done(await release(held));
    done(await office.send('POST', `online_orders/${order}/confirm`));
    done(await sell(made, '2'));
    done(await office.send('POST', `online_orders/${order}/deliver`));
    expect(await kitsLeft(made)).toEqual(['0']);
  });

  it('are taken apart while it is held, and what comes out of them is held', async () => {
    const made = await kitsOf('Plaster', ['P1', '3']);
    await hold(made, 'P1', 'recalled');
    done(await convert(made.collection, 'collection_to_item', '2'));
    expect([await onHand(made), await kitsLeft(made)]).toEqual([['P1 2 recalled'], ['1']]);
    // Nothing else is there to assemble kits of.
    const again = await convert(made.collection, 'item_to_collection', '1');
    expect(refusal(again)).toEqual([422, 'validation', { 'lines.0.batches': [expect.stringContaining('P1')] }]);
    expect((await sell(made, '1')).status).toBe(422);
  });

  it('are not delivered where an order was confirmed before the hold, and are after the release', async () => {
    const made = await kitsOf('Splint', ['SP', '1']);
    const { status: _, ...ordered } = saleBody(shop, '1', { customer_fk: shop.customer, lines: [line(made, '1')] });
    const order = await office.add('online_orders', ordered);
    done(await office.send('POST', `online_orders/${order}/confirm`));
    const held = await hold(made, 'SP');
    const deliver = () => office.send('POST', `online_orders/${order}/deliver`);
    expect(refusal(await deliver())).toEqual([
      ...[422, 'validation', { 'lines.0.quantity': [expect.stringContaining('Splint of batch SP, which is held')] }],
    ]);
    done(await release(held));
    done(await deliver());
  });

  it('are thrown away while it is held', async () => {
    const made = await kitsOf('Gauze', ['G1', '3']);
    await hold(made, 'G1');
    const lines = [{ item_fk: made.kit, unit_fk: shop.unit, quantity: '2' }];
    const disposal = await office.add('asset_disposals', {
      ...{ ...place(), disposal_type: 'damaged', status: 'done', lines },
    });
    done(await office.send('POST', `asset_disposals/${disposal}/approve`));
    expect(await kitsLeft(made)).toEqual(['1']);
    expect((await sell(made, '1')).status).toBe(422);
  });
});

describe('kits of which some contain a held batch', () => {
  it('are sold without a question as far as the others go, and then with the item, the batch and their number', async () => {
    const made = await kitsOf('Swab', ['S1', '2'], ['S2', '3']);
    const held = await hold(made, 'S1');
    done(await sell(made, '3'));
    const asked = await sell(made, '1');
    const question = (value: string) => ({
      'lines.0.quantity': [
        `Line 1, Kit of Swab: ${value} of these kits may contain Swab of the held batch S1: have you looked at the packages, and do none of them?`,
      ],
    });
    expect(refusal(asked)).toEqual([422, 'confirmation', question('1')]);
    expect(refusal(await sell(made, '2'))).toEqual([422, 'confirmation', question('2')]);
    expect(await kitsLeft(made)).toEqual(['2']);
    done(await sell(made, '1', { confirmed: true }));
    done(await release(held));
    done(await sell(made, '1'));
    expect(await kitsLeft(made)).toEqual(['0']);
  });

  it('are asked about with the day where the batch expired', async () => {
    const made = await kitsOf('Drops', ['OLD', '1', '2026-03-10'], ['NEW', '1']);
    done(await sell(made, '1'));
    expect(refusal(await sell(made, '1'))).toEqual([
      ...[422, 'confirmation'],
      {
        'lines.0.quantity': [
          'Line 1, Kit of Drops: 1 of these kits may contain Drops of batch OLD, which expired on 10/03/2026: have you looked at the packages, and do none of them?',
        ],
      },
    ]);
    done(await sell(made, '1', { confirmed: true }));
  });

  it('are sorted by taking them apart, after which no question is asked', async () => {
    const made = await kitsOf('Cream', ['C1', '1'], ['C2', '2']);
    await hold(made, 'C1');
    const parts = [{ item_fk: made.part, batches: [{ ...batch('C1'), quantity: '1' }] }];
    done(await convert(made.collection, 'collection_to_item', '1', { parts }));
    expect(await onHand(made)).toEqual(['C1 1 held']);
    done(await sell(made, '2'));
  });
});

it('leaves the books whole', async () => {
  expect(await acrossFindings(office)).toEqual([]);
});
