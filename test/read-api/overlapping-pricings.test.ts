/** Two active pricings of the same item: whichever way they end, the price that was there before comes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office.close());

const goods = (name: string) => office.add('items', itemBody(shop.unit, name));
const priceOf = async (item: number) => {
  const { item_units } = (await office.read(`items/${item}`)).data as unknown as {
    item_units: { sale_price: string }[];
  };
  return item_units[0]?.sale_price;
};
const pricing = (item: number, new_price: string, more: object = {}) =>
  office.add('item_pricings', {
    ...{ date: '2026-03-11', status: 'active', lines: [{ item_fk: item, unit_fk: shop.unit, new_price }] },
    ...more,
  });
const change = (id: number, transition: 'activate' | 'deactivate') =>
  office.send('POST', `item_pricings/${id}/${transition}`, {});
const off = async (id: number) => (await change(id, 'deactivate')).status;

describe('of two active pricings of an item', () => {
  it('the later one is deactivated first, which the refusal of the other one names', async () => {
    const item = await goods('Rice');
    const first = await pricing(item, '900');
    const second = await pricing(item, '720');
    const refused = await change(first, 'deactivate');
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      'lines.0.new_price': [
        `Line 1, Rice: Items pricing ${second} set its price later and is active: deactivate that first`,
      ],
    });
    expect(await priceOf(item)).toBe('720');
    expect([await off(second), await priceOf(item)]).toEqual([200, '900']);
    expect([await off(first), await priceOf(item)]).toEqual([200, '1000']);
  });

  it('the later one counts also when it changed nothing', async () => {
    const item = await goods('Sugar');
    const first = await pricing(item, '900');
    const second = await pricing(item, '900');
    expect([await off(first), await priceOf(item)]).toEqual([422, '900']);
    expect([await off(second), await priceOf(item)]).toEqual([200, '900']);
    expect([await off(first), await priceOf(item)]).toEqual([200, '1000']);
  });

  it('the one that is activated again is the later one', async () => {
    const item = await goods('Tea');
    const first = await pricing(item, '900');
    expect(await off(first)).toBe(200);
    const second = await pricing(item, '800');
    expect((await change(first, 'activate')).status).toBe(200);
    expect([await off(second), await priceOf(item)]).toEqual([422, '900']);
    expect([await off(first), await priceOf(item)]).toEqual([200, '800']);
    expect([await off(second), await priceOf(item)]).toEqual([200, '1000']);
  });

  it('the later one may be a draft first, of few items or of many', async () => {
    const items = await Promise.all(Array.from({ length: 25 }, (_, n) => goods(`Spice ${n}`)));
    for (const some of [items.slice(0, 1), items]) {
      const lines = (new_price: string) => some.map((item_fk) => ({ item_fk, unit_fk: shop.unit, new_price }));
      const first = await pricing(items[0] ?? 0, '', { lines: lines('900') });
      const second = await pricing(items[0] ?? 0, '', { lines: lines('800'), status: 'draft' });
      expect((await change(second, 'activate')).status).toBe(200);
      expect(await off(first)).toBe(422);
      expect([await off(second), await off(first), await priceOf(items[0] ?? 0)]).toEqual([200, 200, '1000']);
    }
  });

  it('neither is in the way of the other in different pricing lists', async () => {
    const item = await goods('Oil');
    const pricing_profile_fk = await office.add('pricing_profiles', { profile_name: 'Wholesale' });
    const first = await pricing(item, '900');
    await pricing(item, '800', { pricing_profile_fk });
    expect([await off(first), await priceOf(item)]).toEqual([200, '1000']);
  });

  it('one is right while two people end the first and begin the second at once', async () => {
    for (const name of ['Salt', 'Flour', 'Beans', 'Dates']) {
      const item = await goods(name);
      const first = await pricing(item, '900');
      const [ended, second] = await Promise.all([change(first, 'deactivate'), pricing(item, '800')]);
      expect([200, 422]).toContain(ended.status);
      expect(await priceOf(item)).toBe('800');
      expect(await off(second)).toBe(200);
      if (ended.status === 422) expect(await off(first)).toBe(200);
      expect(await priceOf(item)).toBe('1000');
    }
  });
});
