/** Slow stock: the days from which it counts after a document was corrected, and its categories. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/kernel/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
/** The position of the log before the days of the documents were corrected. */
let wrong: string;

const slow = async (query: string) => objectsOf((await office.read(`reports/slow_stock?${query}`)).data['data']);

/** Returns a completed document to draft, and completes it with another day. */
async function correctDay(path: string, body: object): Promise<void> {
  for (const [method, to, sent] of [
    ['POST', `${path}/return_to_draft`, { reason: 'wrong day' }],
    ['PATCH', path, { ...body, status: 'draft' }],
    ['POST', `${path}/complete`, {}],
  ] as const) {
    const answer = await office.send(method, to, sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
}

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office.close());

describe('the days of an item', () => {
  it('are those of its last completion, for a receipt and for a sale that had a later day before', async () => {
    const bought = await office.add('purchases', purchaseBody(shop, '10', { date: '2026-02-20' }));
    const asBought = office.position;
    await correctDay(`purchases/${bought}`, purchaseBody(shop, '10', { date: '2026-02-01' }));
    expect(await slow('as_at=2026-07-01')).toMatchObject([
      { last_sale: null, last_receipt: '2026-02-01', days: 150, state: 'slow' },
    ]);
    const sold = await office.add('sales', saleBody(shop, '4', { date: '2026-03-10' }));
    wrong = office.position;
    await correctDay(`sales/${sold}`, saleBody(shop, '4', { date: '2026-02-03' }));
    expect(await slow('as_at=2026-07-01')).toMatchObject([{ last_sale: '2026-02-03', days: 148, quantity: '6' }]);
    expect(await slow(`as_at=2026-07-01&known_at=${wrong}`)).toMatchObject([{ last_sale: '2026-03-10', days: 113 }]);
    expect(await slow(`as_at=2026-07-01&known_at=${asBought}`)).toMatchObject([{ last_receipt: '2026-02-20' }]);
  });

  it('do not have a sale that is only a draft any more', async () => {
    const sold = await office.add('sales', saleBody(shop, '1', { date: '2026-03-11' }));
    expect(await slow('as_at=2026-07-01')).toMatchObject([{ last_sale: '2026-03-11' }]);
    await office.send('POST', `sales/${sold}/return_to_draft`, { reason: 'not taken' });
    expect(await slow('as_at=2026-07-01')).toMatchObject([{ last_sale: '2026-02-03' }]);
  });
});

describe('slow stock of a category', () => {
  it('includes items of its sub-categories', async () => {
    const food = await office.add('categories', { category_name: 'Food' });
    const grain = await office.add('categories', { category_name: 'Grain', parent_fk: food });
    const of = { category_fk: food, sub_category_fk: grain };
    const barley = await office.add('items', itemBody(shop.unit, 'Barley', of));
    const lines = [{ item_fk: barley, unit_fk: shop.unit, quantity: '9', price: '600' }];
    await office.add('purchases', purchaseBody(shop, '0', { lines, date: '2026-01-05' }));
    for (const id of [food, grain]) {
      expect(await slow(`as_at=2026-07-01&category_fk=${id}`)).toMatchObject([{ item_name: 'Barley' }]);
    }
    const tools = await office.add('categories', { category_name: 'Tools' });
    expect(await slow(`as_at=2026-07-01&category_fk=${tools}`)).toEqual([]);
  });
});
