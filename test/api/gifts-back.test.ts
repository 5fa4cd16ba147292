/** Free goods of a sale of the office when the goods that earned them come back: it asks before they stay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
let promotion: number;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '200'));
  const goods = (quantity: string) => [{ item_fk: shop.item, unit_fk: shop.unit, quantity }];
  promotion = await api.add('promotions', {
    ...{ title: 'Seven and two', start_date: '2026-03-01', end_date: '2026-03-31', status: 'active' },
    ...{ applies: 'each_time', reward_type: 'get_free', items: goods('7'), reward_items: goods('2') },
  });
});
afterAll(() => api.close());

const line = (more: object) => ({ item_fk: shop.item, unit_fk: shop.unit, quantity: '7', price: '1000', ...more });
const sold = (lines: readonly object[], more: object = {}) => api.add('sales', saleBody(shop, '7', { lines, ...more }));
const back = (sale_fk: number, lines: readonly object[], more: object = {}) =>
  api.send('POST', 'sale_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk, date: '2026-03-12' },
    ...{ payment_type: 'cash', account_fk: shop.cash, lines, status: 'complete', ...more },
  });
type Answer = Awaited<ReturnType<typeof back>>;
const asked = ({ status, body }: Answer) => [status, Object.keys(body.errors ?? {})];

describe('seven bought, two free', () => {
  it('the seven that come back alone are asked about, and taken when it is confirmed', async () => {
    const sale = await sold([line({ bonus_quantity: '2', promotion_fk: promotion })]);
    const alone = [{ sale_line_id: 1, quantity: '7' }];
    const refused = await back(sale, alone);
    expect(asked(refused)).toEqual([422, ['lines.0.bonus_quantity']]);
    expect(JSON.stringify(refused.body)).toContain('2 Rice was free');
    expect((await back(sale, alone, { confirmed: true })).status).toBe(201);
  });

  it('with the two that were free there is no question', async () => {
    const sale = await sold([line({ bonus_quantity: '2', promotion_fk: promotion })]);
    expect((await back(sale, [{ sale_line_id: 1, quantity: '7', bonus_quantity: '2' }])).status).toBe(201);
  });

  it('one of the seven is enough to ask, because six earn nothing; then the rest is no question any more', async () => {
    const sale = await sold([line({ bonus_quantity: '2', promotion_fk: promotion })]);
    const one = [{ sale_line_id: 1, quantity: '1' }];
    expect(asked(await back(sale, one))).toEqual([422, ['lines.0.bonus_quantity']]);
    expect((await back(sale, one, { confirmed: true })).status).toBe(201);
    expect((await back(sale, [{ sale_line_id: 1, quantity: '6' }])).status).toBe(201);
  });

  it('on a line of their own they are asked about too', async () => {
    const free = line({ quantity: '0', bonus_quantity: '2', price: '0', promotion_fk: promotion });
    const sale = await sold([line({}), free]);
    expect(asked(await back(sale, [{ sale_line_id: 1, quantity: '7' }]))).toEqual([422, ['lines']]);
  });

  it('given without a promotion, they are asked about when all that was paid comes back', async () => {
    const sale = await sold([line({ bonus_quantity: '2' })]);
    expect((await back(sale, [{ sale_line_id: 1, quantity: '4' }])).status).toBe(201);
    expect(asked(await back(sale, [{ sale_line_id: 1, quantity: '3' }]))).toEqual([422, ['lines.0.bonus_quantity']]);
  });

  it('a draft is not asked', async () => {
    const sale = await sold([line({ bonus_quantity: '2' })]);
    expect((await back(sale, [{ sale_line_id: 1, quantity: '7' }], { status: 'draft' })).status).toBe(201);
  });
});

describe('two bought, one free, twice', () => {
  let two: number;
  beforeAll(async () => {
    const goods = (quantity: string) => [{ item_fk: shop.item, unit_fk: shop.unit, quantity }];
    two = await api.add('promotions', {
      ...{ title: 'Two and one', start_date: '2026-03-01', end_date: '2026-03-31', status: 'active' },
      ...{ applies: 'each_time', reward_type: 'get_free', items: goods('2'), reward_items: goods('1') },
    });
  });
  const four = () => sold([line({ quantity: '4', bonus_quantity: '2', promotion_fk: two })]);
  const part = (quantity: string, bonus_quantity?: string) => [
    { sale_line_id: 1, quantity, ...(bonus_quantity ? { bonus_quantity } : {}) },
  ];

  it('in steps: each step that leaves a gift unearned asks, and one that brings it along does not', async () => {
    const sale = await four();
    expect(asked(await back(sale, part('1')))).toEqual([422, ['lines.0.bonus_quantity']]);
    expect((await back(sale, part('1', '1'))).status).toBe(201);
    expect((await back(sale, part('1'))).status).toBe(201);
    expect(asked(await back(sale, part('1')))).toEqual([422, ['lines.0.bonus_quantity']]);
    expect((await back(sale, part('2', '1'))).status).toBe(201);
  });

  it('a draft is asked about when it is completed', async () => {
    const draft = await back(await four(), part('4'), { status: 'draft' });
    const complete = (more: object) => api.send('POST', `sale_returns/${draft.body.data['id']}/complete`, more);
    expect(asked(await complete({}))).toEqual([422, ['lines.0.bonus_quantity']]);
    expect((await complete({ confirmed: true })).status).toBe(200);
  });

  it('a sale that is corrected to fewer keeps no more than the rest earns', async () => {
    const sale = await four();
    expect((await api.send('POST', `sales/${sale}/return_to_draft`, { reason: 'only two' })).status).toBe(200);
    const lines = [line({ line_id: 1, quantity: '2', bonus_quantity: '2', promotion_fk: two })];
    const wrong = await api.send('POST', `sales/${sale}`, { ...saleBody(shop, '2', { lines }), _method: 'PATCH' });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['lines.0.bonus_quantity']]);
  });
});

describe('a gift with every 5,000 of an invoice', () => {
  it('is asked about when what stays is less, over lines of several goods', async () => {
    const other = await api.add('items', itemBody(shop.unit, 'Sugar'));
    await api.add(
      'purchases',
      purchaseBody(shop, '50', { lines: [{ item_fk: other, unit_fk: shop.unit, quantity: '50', price: '600' }] }),
    );
    const whole = await api.add('promotions', {
      ...{ title: 'From 5,000', start_date: '2026-03-01', end_date: '2026-03-31', status: 'active' },
      ...{ applies: 'each_time', reward_type: 'get_free', minimum_amount: '5000', items: [] },
      reward_items: [{ item_fk: other, unit_fk: shop.unit, quantity: '1' }],
    });
    const sale = await sold([
      line({ quantity: '3' }),
      line({ item_fk: other, quantity: '2', bonus_quantity: '1', promotion_fk: whole }),
    ]);
    const one = [{ sale_line_id: 1, quantity: '1' }];
    expect(asked(await back(sale, one))).toEqual([422, ['lines']]);
    const gift = { sale_line_id: 2, quantity: '0', bonus_quantity: '1' };
    expect((await back(sale, [...one, gift])).status).toBe(201);
    expect((await back(sale, [{ sale_line_id: 2, quantity: '2' }])).status).toBe(201);
  });
});

describe('a promotion that gives nothing', () => {
  it('is refused with the sale, and not stored as earned', async () => {
    const none = saleBody(shop, '7', { lines: [line({})], promotions: [{ promotion_fk: promotion }] });
    const refused = await api.send('POST', 'sales', none);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['promotions.0.promotion_fk']]);
    expect(JSON.stringify(refused.body)).toContain('gives nothing here');
  });
});
