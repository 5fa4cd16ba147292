import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
});
afterAll(() => api.close());

const refusedAt = async (resource: string, body: unknown): Promise<string[]> => {
  const answer = await api.send('POST', resource, body);
  expect(answer.status).toBe(422);
  return Object.keys(answer.body.errors ?? {});
};

describe('a record of a kind whose first ids are known by the rules', () => {
  it('gets an id that no other has', async () => {
    const euro = { currency_name: 'Euro', symbol: '€', decimals: 2 };
    expect((await api.send('POST', 'currencies?dry_run=1', euro)).body.data['id']).toBe(3);
    expect(await api.add('currencies', euro)).toBe(3);
  });
});

describe('a unique name', () => {
  it('is taken whatever the case, the letter forms, the digits and the spaces', async () => {
    await api.add('brands', { brand_name: 'كوردستان ١' });
    expect(await refusedAt('brands', { brand_name: ' کوردستان  1 ' })).toEqual(['brand_name']);
    await api.add('brands', { brand_name: 'Nestlé' });
    expect(await refusedAt('brands', { brand_name: 'NESTLE' })).toEqual(['brand_name']);
  });

  it('keeps letters apart that make another word', async () => {
    await api.add('brands', { brand_name: 'دور' });
    await api.add('brands', { brand_name: 'دۆر' });
  });

  it('is free again when its owner took another, or was retired', async () => {
    const id = await api.add('brands', { brand_name: 'Moving' });
    await api.send('PATCH', `brands/${id}`, { brand_name: 'Moved' });
    const other = await api.add('brands', { brand_name: 'Moving' });
    expect((await api.send('DELETE', `brands/${other}`)).status).toBe(200);
    await api.add('brands', { brand_name: 'Moving' });
    expect((await api.send('POST', `brands/${other}/restore`)).status).toBe(422);
  });

  it('of a barcode is refused at its place in the list', async () => {
    const unit = { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1' };
    await api.add('items', { item_name: 'A', item_units: [{ ...unit, barcodes: ['111', '222'] }] });
    const taken = { item_name: 'B', item_units: [{ ...unit, barcodes: ['333', '222'] }] };
    expect(await refusedAt('items', taken)).toEqual(['item_units.0.barcodes.1']);
  });

  it('is won by one of many who want it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.send('POST', 'cities', { city_name: 'Duhok' })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  });
});

describe('retiring', () => {
  it('is refused while the record is in use', async () => {
    const item = await api.add('items', itemBody(shop.unit, 'In use'));
    await api.add('purchases', purchaseBody({ ...shop, item }, '1'));
    expect(await api.send('DELETE', `items/${item}`)).toMatchObject({ status: 422, body: { code: 'claim' } });
    expect(await api.send('DELETE', `units/${shop.unit}`)).toMatchObject({ status: 422, body: { code: 'claim' } });
  });

  it('takes the record out of new documents', async () => {
    const item = await api.add('items', itemBody(shop.unit, 'Gone'));
    await api.send('DELETE', `items/${item}`);
    expect(await refusedAt('purchases', purchaseBody({ ...shop, item }, '1'))).toContain('lines.0.item_fk');
  });
});

describe('a change', () => {
  it('sends only what changed, and nothing changed stores nothing', async () => {
    const id = await api.add('cities', { city_name: 'Zakho' });
    const { body } = await api.send('PATCH', `cities/${id}`, { city_name_ckb: 'زاخۆ' });
    expect(body.data).toMatchObject({ city_id: id, city_name: 'Zakho', city_name_ckb: 'زاخۆ', revision: 1 });
    const same = await api.send('PATCH', `cities/${id}`, { city_name_ckb: 'زاخۆ' });
    expect(same.body).toMatchObject({ position: null, data: { revision: 1 } });
  });

  it('of the settings has the endpoint of the specification', async () => {
    const { status, body } = await api.send('POST', 'system_settings_update/1', {
      business_name: 'Bazaar',
      _method: 'PATCH',
    });
    expect([status, body.data['business_name']]).toEqual([200, 'Bazaar']);
  });
});

describe('a rate entered beside a document', () => {
  it('answers with the rate and its id in the message', async () => {
    const { body } = await api.send('POST', 'currency_rates/store_past_date', {
      date: '2026-02-01',
      rate: '1475',
      in_rate: '1470',
    });
    expect(body.message).toEqual({ rate_id: body.data['rate_id'], rate: '1475' });
  });

  it('is taken as the specification sends it: a moment and one rate for both ways', async () => {
    const moment = { date: '2026-02-02 09:30:00', rate: '1476' };
    const { body } = await api.send('POST', 'currency_rates/store_past_date', moment);
    expect(body.message).toEqual({ rate_id: body.data['rate_id'], rate: '1476' });
    expect(body.data).toMatchObject({ date: '2026-02-02', time: '09:30:00', rate: '1476', in_rate: '1476' });
    const wrong = await api.send('POST', 'currency_rates/store_past_date', { date: '2026-02-31', rate: '0' });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {}).sort()]).toEqual([422, ['date', 'in_rate', 'rate']]);
  });
});

describe('a record of an outlet', () => {
  const ENTERED = {
    promotions: {
      ...{ title: 'Spring', start_date: '2026-03-01', end_date: '2026-03-31', minimum_amount: '1000' },
      ...{ reward_type: 'get_discount', reward_percentage: '5' },
    },
    cashes: { account_name: 'Box', cash_type: 1, currency_fk: 1 },
    inventories: { inventory_name: 'Shelf' },
  };

  it('is neither entered in an outlet that the person does not have, nor moved to it', async () => {
    const elsewhere = { outlet_fk: await api.add('outlets', { outlet_name: 'Airport' }) };
    const permissions = Object.keys(ENTERED).flatMap((resource) => [`${resource}/store`, `${resource}/update`]);
    const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const token = await api.person('here', permissions, given);
    const refusal = { status: 422, body: { errors: { outlet_fk: ['This outlet was not given to you'] } } };
    for (const [resource, body] of Object.entries(ENTERED)) {
      const refused = await api.send('POST', resource, { ...body, ...elsewhere }, { token });
      expect(refused, resource).toMatchObject(refusal);
      const own = await api.send('POST', resource, { ...body, outlet_fk: shop.outlet }, { token });
      expect([resource, own.status]).toEqual([resource, 201]);
      if (resource === 'inventories') continue;
      const { id } = own.body.data;
      expect(await api.send('PATCH', `${resource}/${id}`, elsewhere, { token }), resource).toMatchObject(refusal);
      const everywhere = await api.send('PATCH', `${resource}/${id}`, { outlet_fk: null }, { token });
      expect([resource, everywhere.status]).toEqual([resource, 422]);
    }
  });
});

describe('the schema of a body', () => {
  it('is served with the annotations that a form is drawn from', async () => {
    const { body } = await api.send('GET', 'schemas/items');
    expect(body.data).toMatchObject({
      type: 'object',
      properties: { brand_fk: expect.anything(), item_units: { type: 'array' } },
      'x-name': 'item_name',
    });
    expect((await api.send('GET', 'schemas/nothing')).status).toBe(404);
  });
});
