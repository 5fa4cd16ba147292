/** The office's side of the tills over HTTP: what a device says of itself, and what waits for a review. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOffice } from '../read-api/office.ts';
import {
  caughtUp,
  newDevice,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  till = await openedTill(shop, 'Front');
  await send(shop.api, till.device, [till.opened]);
});
afterAll(() => shop.api.close());

const show = async (path: string, token?: string) => {
  await caughtUp(shop.api);
  return shop.api.send('GET', path, undefined, token === undefined ? {} : { token });
};
type Rows = readonly Readonly<Record<string, unknown>>[];
const listed = async (path: string, token?: string): Promise<Rows> => {
  const { status, body } = await show(path, token);
  expect([path, status]).toEqual([path, 200]);
  return body.data['data'] as unknown as Rows;
};
const receipt = (count: number, more: object = {}) =>
  till.device.chain.next(
    receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number }, count, more),
    { cashier: shop.cashier },
  );

describe('the list of tills', () => {
  const state = (query: string, { cookie } = till.device) =>
    shop.api.send('GET', `till/state?${query}`, undefined, { token: '', headers: { cookie } });

  it('says what waits on a device, since when, and which version it runs, as the device told it last', async () => {
    const [before] = await listed('tills');
    expect(before).toMatchObject({ till_name: 'Front', number_prefix: `T${till.device.till}`, waiting: null });
    const oldest = '2026-03-11T09:00:00.000Z';
    const told = await state(`waiting=3&refused=1&oldest_at=${oldest}&version=a1B2c3D4&has_update=1`);
    expect(told.status).toBe(200);
    const [row] = await listed('tills');
    expect(row).toMatchObject({ waiting: 3, refused: 1, version: 'a1B2c3D4', has_update: true, missing: 0 });
    expect(new Date(String(row?.['oldest_at'])).toISOString()).toBe(oldest);
    expect(Date.now() - Date.parse(String(row?.['told_at']))).toBeLessThan(60_000);
    await state('waiting=0&refused=0&has_update=0');
    const [after] = await listed('tills');
    expect(after).toMatchObject({ waiting: 0, oldest_at: null, version: null, has_update: false });
  });

  it('takes no nonsense from a device, and nothing from what is none', async () => {
    for (const query of ['waiting=-1', 'waiting=1&oldest_at=yesterday', `waiting=1&version=${'x'.repeat(41)}`, 'w=1'])
      expect([query, (await state(query)).status]).toEqual([query, 422]);
    expect((await state('waiting=9', { ...till.device, cookie: 'daftar_till=guessed' })).status).toBe(401);
    expect((await listed('tills'))[0]).toMatchObject({ waiting: 0 });
  });

  it('says nothing of the device before, after another became the till', async () => {
    const back = await newDevice(shop, { till_name: 'Back' });
    await state('waiting=7', back);
    const { revision } = (await show(`tills/${back.till}`)).body.data;
    await shop.api.send('POST', 'tills/enrol', { till_fk: back.till, revision });
    const row = (await listed('tills')).find(({ till_id }) => till_id === back.till);
    expect(row).toMatchObject({ number_prefix: `T${back.till}-2`, waiting: null });
  });
});

describe('the reviews', () => {
  it('list what broke a rule in words, that which waits first, until a manager has looked at it', async () => {
    const odd = await receipt(2, {
      total: '1900',
      payments: [{ method: 'cash', amount: '1900', account_fk: till.account }],
    });
    const [stored] = await send(shop.api, till.device, [odd]);
    await send(shop.api, till.device, [await receipt(1)]);
    const rows = await listed('till_reviews');
    expect(rows).toMatchObject([
      {
        ...{ status: 'waiting', document_kind: 'pos_sale', document_id: stored?.id, number: stored?.number },
        ...{ till_name: 'Front', user_name: 'Rezan', sequence: odd.sequence, amount: '2000', note: null },
        rules: ['The till printed 1,900 as the total, the lines come to 2,000'],
      },
    ]);
    expect((await show('till_reviews/waiting')).body.data).toBe(1);
    const kurdish = await shop.api.send('GET', 'till_reviews', undefined, { headers: { 'accept-language': 'ckb' } });
    expect(JSON.stringify(kurdish.body.data)).toContain('خاڵی فرۆشتن');
    const reviewed = await shop.api.send('POST', `pos_sales/${stored?.id}/review`, {
      note: 'the till had an old price',
    });
    expect(reviewed.status).toBe(200);
    expect(await listed('till_reviews?filter[status]=waiting')).toEqual([]);
    expect(await listed('till_reviews')).toMatchObject([
      { status: 'reviewed', note: 'the till had an old price', reviewed_by_name: expect.any(String) },
    ]);
    expect((await show('till_reviews/waiting')).body.data).toBe(0);
  });

  it('are for whoever may review, of the outlets that they were given, and of the kinds that they may', async () => {
    const odd = await receipt(2, {
      total: '1900',
      payments: [{ method: 'cash', amount: '1900', account_fk: till.account }],
    });
    await send(shop.api, till.device, [odd]);
    const seller = await shop.api.person('reads', ['pos_sales/index', 'pos_sales/show']);
    expect((await show('till_reviews', seller)).status).toBe(403);
    const ofDrawers = await shop.api.person('drawers', ['closing_drawers/review']);
    expect(await listed('till_reviews', ofDrawers)).toEqual([]);
    const elsewhere = await shop.api.person('elsewhere', ['pos_sales/review'], { outlets: [], inventories: [] });
    expect(await listed('till_reviews', elsewhere)).toEqual([]);
    const denied = await shop.api.send(
      'POST',
      `pos_sales/${(await listed('till_reviews?filter[status]=waiting'))[0]?.['document_id']}/review`,
      { note: 'fine' },
      { token: seller },
    );
    expect(denied.status).toBe(403);
  });
});
