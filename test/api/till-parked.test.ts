/**
 * Sales that are parked at one till and resumed at another one of the outlet: at one till only, and not by another
 * outlet.
 */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, type Sent } from './api.ts';
import { box, type Device, newCashier, newDevice, openTillShop, type TillShop } from './tilling.ts';

let shop: TillShop;
let front: Device;
let back: Device;
let stranger: Device;
beforeAll(async () => {
  shop = await openTillShop(await openApi());
  [front, back] = [await newDevice(shop, { till_name: 'Front' }), await newDevice(shop, { till_name: 'Back' })];
  const outlet = await shop.api.add('outlets', { outlet_name: 'Other street' });
  stranger = await newDevice({ ...shop, outlet }, { till_name: 'Stranger' });
});
afterAll(() => shop.api.close());

/** An inventory and an account of another outlet, for its cashiers. */
async function placeIn(outlet: number): Promise<TillShop> {
  const inventory = await shop.api.add('inventories', { inventory_name: `Store of ${outlet}`, outlet_fk: outlet });
  return { ...shop, outlet, inventory, cash: await box(shop.api, outlet, `Box of ${outlet}`) };
}

const ask = (
  method: 'GET' | 'POST',
  path: string,
  device: Pick<Device, 'cookie'> | undefined,
  body?: object,
): Promise<Sent> =>
  shop.api.send(method, `till/parked${path}`, body, {
    ...{ token: '', key: '', headers: device ? { cookie: device.cookie } : {} },
  });
const take = (id: string, device: Device) => ask('POST', `/${id}/take`, device, {});
const end = (id: string, device: Device) => ask('POST', `/${id}/end`, device, {});

const CART = { lines: [{ line_id: 1, item: { id: 1, item_name: 'Rice' }, quantity: '2' }], note: 'back at five' };
const sale = (label = 'Rice') => ({
  ...{ uuid: uuid(), parked_at: '2026-03-11T09:00:00.000Z', cashier_fk: shop.cashier, label, total: '2000' },
  cart: CART,
});
const seenBy = async (device: Device): Promise<readonly unknown[]> =>
  ((await ask('GET', '', device)).body.data as unknown as { uuid: string }[]).map(({ uuid: id }) => id);

describe('a sale that was put aside', () => {
  it('is seen at every till of the outlet and at no other, however often it is sent', async () => {
    const aside = sale();
    for (const _ of [1, 2, 3]) expect((await ask('POST', '', front, aside)).body).toEqual({ data: {} });
    const { cart: _, cashier_fk, ...named } = aside;
    const listed = { ...named, cashier_fk, till_fk: front.till, till_name: 'Front' };
    expect((await ask('GET', '', back)).body.data).toEqual([listed]);
    expect(await seenBy(stranger)).toEqual([]);
    expect((await take(aside.uuid, stranger)).status).toBe(404);
    expect((await end(aside.uuid, stranger)).status).toBe(200);
    expect((await take(aside.uuid, back)).body.data).toEqual({ ...listed, cart: CART });
    expect((await end(aside.uuid, back)).status).toBe(200);
    expect([...(await seenBy(front)), ...(await seenBy(back))]).toEqual([]);
    // The sale is ended, also when it is sent again.
    await ask('POST', '', front, aside);
    expect(await seenBy(front)).toEqual([]);
  });

  it('is resumed by one of two tills with concurrent requests, and the other one is refused', async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      const aside = sale();
      await ask('POST', '', front, aside);
      const answers = await Promise.all([take(aside.uuid, front), take(aside.uuid, back)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const [first, second] = answers[0]?.status === 200 ? [front, back] : [back, front];
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.message).toContain('Somebody at another till has taken this sale up already');
      // Repeating the request returns the lost answer; the other till cannot end the sale.
      expect((await take(aside.uuid, first)).body.data).toMatchObject({ cart: CART });
      await end(aside.uuid, second);
      expect(await seenBy(first)).toContain(aside.uuid);
      expect(await seenBy(second)).not.toContain(aside.uuid);
      await end(aside.uuid, first);
    }
  });

  it('is free again when the device that had it is no till any more', async () => {
    const aside = sale();
    await ask('POST', '', front, aside);
    const lost = await newDevice(shop, { till_name: 'Lost' });
    expect((await take(aside.uuid, lost)).status).toBe(200);
    expect((await take(aside.uuid, back)).status).toBe(409);
    await shop.api.send('POST', `tills/${lost.till}/revoke`);
    expect((await take(aside.uuid, lost)).status).toBe(401);
    expect((await take(aside.uuid, back)).status).toBe(200);
  });

  it('is of a cashier of the outlet, and no larger than a sale of some hundred lines', async () => {
    const outlet = await shop.api.add('outlets', { outlet_name: 'Third street' });
    const elsewhere = await newCashier(await placeIn(outlet), 'Elsewhere');
    for (const cashier_fk of [999_999, 1, elsewhere]) {
      const refused = await ask('POST', '', front, { ...sale(), cashier_fk });
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['cashier_fk']]);
    }
    const cartOf = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note":""}'.length) });
    const large = await ask('POST', '', front, { ...sale(), cart: cartOf(64 * 1024 + 1) });
    expect([large.status, Object.keys(large.body.errors ?? {})]).toEqual([422, ['cart']]);
    expect((await ask('POST', '', front, { ...sale(), cart: cartOf(1_900_000) })).status).toBe(413);
    const fits = { ...sale(), cart: cartOf(64 * 1024) };
    expect((await ask('POST', '', front, fits)).status).toBe(200);
    expect((await take(fits.uuid, back)).body.data['cart']).toEqual(fits.cart);
    await end(fits.uuid, back);
  });

  it('is one of at most a hundred in the outlet, also when two tills park at the same moment', async () => {
    const far = await shop.api.add('outlets', { outlet_name: 'Fourth street' });
    const there = await placeIn(far);
    const [one, two] = [await newDevice(there, { till_name: 'One' }), await newDevice(there, { till_name: 'Two' })];
    const cashier_fk = await newCashier(there, 'Far');
    const parked = () => ({ ...sale(), cashier_fk });
    const sales = Array.from({ length: 96 }, parked);
    for (const each of sales) expect((await ask('POST', '', one, each)).status).toBe(200);
    const last = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => ask('POST', '', nth % 2 ? one : two, parked())),
    );
    expect(last.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill(200), ...Array(6).fill(422)]);
    expect(last.find(({ status }) => status === 422)?.body.message).toContain('100 parked sales');
    // One that is known is sent again, and one that ended makes room.
    expect((await ask('POST', '', one, sales[0])).status).toBe(200);
    await end(sales[1]?.uuid ?? '', one);
    expect((await ask('POST', '', two, parked())).status).toBe(200);
    // Another outlet has its own hundred.
    expect((await ask('POST', '', front, sale())).status).toBe(200);
  });

  it('is requested by a device only, in the format that a till sends', async () => {
    expect((await ask('GET', '', undefined)).status).toBe(401);
    expect((await ask('POST', '', undefined, sale())).status).toBe(401);
    const wrong = { ...sale(), parked_at: '2026-02-30T09:00:00.000Z' };
    expect((await ask('POST', '', front, wrong)).body.errors).toHaveProperty('parked_at');
    expect((await ask('POST', '', front, { ...sale(), total: '-1', cart: 'x' })).body.errors).toEqual({
      total: [expect.any(String)],
      cart: [expect.any(String)],
    });
    expect((await take('constructor', front)).status).toBe(422);
  });
});
