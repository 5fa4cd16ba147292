/**
 * Two people at two servers have both decided when the first of them stores: the other one is decided again with what was
 * stored, so both together have the result that they would have had one after the other.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import type { Api, Sent } from './api.ts';
import { decidedAtOnce, isDone, secondServer } from './at-one-moment.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';
import { acrossFindings } from './tilling.ts';

let office: Office;
let second: Api;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  second = await secondServer(office);
});
afterAll(async () => {
  await second?.app.close();
  await office?.close();
});

const FRESH = '2035-01-31';
const done = (answer: Sent) => {
  expect(answer.body.errors).toBeUndefined();
  return Number(answer.body.data['id']);
};
const errorsOf = ({ status, body }: Sent | undefined = NO_ANSWER) => [status, Object.values(body.errors ?? {}).flat()];
const NO_ANSWER: Sent = { status: 0, body: { data: {} }, headers: {} };
/** An item of batches, five pieces in each. */
async function medicine(name: string, ...batches: readonly (readonly [number: string, day: string])[]) {
  const item = await office.add('items', itemBody(shop.unit, name, { has_batch_number: true, has_expire: true }));
  const lines = batches.map(([batch_number, expire_date]) => ({
    ...{ item_fk: item, unit_fk: shop.unit, quantity: '5', price: '600', batch_number, expire_date },
  }));
  await office.add('purchases', { ...purchaseBody(shop, '1', { lines }), confirmed: true });
  return item;
}
const line = (item_fk: number, quantity: string) => ({ item_fk, unit_fk: shop.unit, quantity, price: '1000' });
const sell = (server: Api, item: number, quantity: string) => () =>
  server.send('POST', 'sales', saleBody(shop, '1', { lines: [line(item, quantity)] }));
const onHand = async (item: number) =>
  objectsOf((await office.read(`items/${item}/batches`)).data).map(
    ({ batch_number, quantity }) => `${batch_number} ${quantity}`,
  );

describe('the last goods that may be sold', () => {
  const order = async (item: number, quantity: string) => {
    const { status: _, ...body } = saleBody(shop, '1', { customer_fk: shop.customer, lines: [line(item, quantity)] });
    return office.add('online_orders', body);
  };
  const confirm = (server: Api, id: number) => () => server.send('POST', `online_orders/${id}/confirm`);
  const NO_MORE = /only [0-4] may be sold, the rest has expired, is held or is reserved for orders/;

  it('are not sold any more once an order reserves them, though expired ones are there', async () => {
    const item = await medicine('Drops', ['GOOD', FRESH], ['OLD', '2026-03-01']);
    const id = await order(item, '5');
    const [confirmed, sold] = await decidedAtOnce(office, [confirm(office, id), sell(second, item, '1')]);
    expect(confirmed && isDone(confirmed), JSON.stringify(confirmed?.body)).toBe(true);
    expect(errorsOf(sold)).toEqual([422, [expect.stringMatching(NO_MORE)]]);
    expect(await onHand(item)).toEqual(['OLD 5', 'GOOD 5']);
    done(await office.send('POST', `online_orders/${id}/deliver`));
    expect(await onHand(item)).toEqual(['OLD 5']);
  });

  it('are not promised to an order any more once they are sold', async () => {
    const item = await medicine('Syrup', ['GOOD', FRESH], ['OLD', '2026-03-01']);
    const id = await order(item, '5');
    const [sold, confirmed] = await decidedAtOnce(office, [sell(second, item, '1'), confirm(office, id)]);
    expect(sold && isDone(sold), JSON.stringify(sold?.body)).toBe(true);
    expect(errorsOf(confirmed)).toEqual([422, [expect.stringMatching(NO_MORE)]]);
    expect((await office.read(`online_orders/${id}`)).data['status']).not.toBe('confirmed');
    expect(await onHand(item)).toEqual(['OLD 5', 'GOOD 4']);
  });

  it('are promised to one of two orders', async () => {
    const item = await medicine('Balm', ['GOOD', FRESH], ['OLD', '2026-03-01']);
    const [one, two] = [await order(item, '3'), await order(item, '3')];
    const [first, last] = await decidedAtOnce(office, [confirm(office, one), confirm(second, two)]);
    expect(first && isDone(first), JSON.stringify(first?.body)).toBe(true);
    expect(errorsOf(last)).toEqual([422, [expect.stringMatching(NO_MORE)]]);
  });

  it('are both sold and promised as long as there are enough of them', async () => {
    const item = await medicine('Ointment', ['GOOD', FRESH], ['OLD', '2026-03-01']);
    const id = await order(item, '3');
    const answers = await decidedAtOnce(office, [confirm(office, id), sell(second, item, '2')]);
    expect(answers.map(isDone), JSON.stringify(answers.map(({ body }) => body))).toEqual([true, true]);
    done(await office.send('POST', `online_orders/${id}/deliver`));
    expect(await onHand(item)).toEqual(['OLD 5']);
  });
});

describe('a kit, and the hold of the batch in it', () => {
  async function kits(name: string): Promise<{ readonly item: number; readonly part: number }> {
    const part = await medicine(name, [name, FRESH]);
    const item = await office.add('items', itemBody(shop.unit, `Kit of ${name}`));
    const collection_fk = await office.add('collections', {
      ...{ collection_name: `Kit of ${name}`, item_fk: item, unit_fk: shop.unit },
      lines: [{ item_fk: part, unit_fk: shop.unit, quantity: '1' }],
    });
    await office.add('conversions', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-10', status: 'complete' },
      ...{ conversion_type: 'item_to_collection', collection_fk, quantity: '3' },
    });
    return { item, part };
  }
  const hold = (server: Api, item_fk: number, batch_number: string) => () =>
    server.send('POST', 'batch_holds', {
      ...{ item_fk, batch_number, expire_date: FRESH, hold_type: 'recalled', reason: 'a letter of the maker' },
    });
  const stockOf = async (item: number) =>
    objectsOf(membersOf((await office.read(`stocks?filter[item_fk]=${item}`)).data)['data']).map(
      ({ quantity }) => quantity,
    );

  it('is not sold after the hold', async () => {
    const { item, part } = await kits('Bandage');
    const [held, sold] = await decidedAtOnce(office, [hold(office, part, 'Bandage'), sell(second, item, '1')]);
    expect(held && isDone(held), JSON.stringify(held?.body)).toBe(true);
    const all =
      'Line 1, Kit of Bandage: all of these kits contain Bandage of batch Bandage, which is held: none is sold';
    expect(errorsOf(sold)).toEqual([422, [`${all}, moved or used`]]);
    expect(await stockOf(item)).toEqual(['3']);
  });

  it('is sold before it', async () => {
    const { item, part } = await kits('Plaster');
    const answers = await decidedAtOnce(office, [sell(second, item, '1'), hold(office, part, 'Plaster')]);
    expect(answers.map(isDone), JSON.stringify(answers.map(({ body }) => body))).toEqual([true, true]);
    const [sold, held] = answers.map(({ body }) => BigInt(body.position ?? 0));
    expect(Number((held ?? 0n) - (sold ?? 0n))).toBeGreaterThan(0);
    expect(await stockOf(item)).toEqual(['2']);
    expect(errorsOf(await sell(office, item, '1')())).toEqual([422, [expect.stringContaining('which is held')]]);
  });
});

it('leaves the books whole', async () => {
  expect(await acrossFindings(office)).toEqual([]);
});
