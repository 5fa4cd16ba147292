import pg from 'pg';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareClaims } from '../../command-api/claims-of-log/against-log/compare-claims.ts';
import { internalBarcode, internalNumber } from '../../domain/catalogue/barcode.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office.close());

const rowsOf = (answer: { data: unknown }) => (answer.data as { data: Record<string, unknown>[] }).data;
const category = (category_name: string, parent_fk: number | null = null) =>
  office.add('categories', { category_name, parent_fk });

describe('an item', () => {
  it('is given barcodes of the business where it has none, each only once', async () => {
    const body = { ...itemBody(shop.unit, 'Coded'), generate_barcodes: true };
    const key = 'the same request';
    const first = await office.send('POST', 'items', body, { key });
    const again = await office.send('POST', 'items', body, { key });
    const barcodesOf = ({ body: { data } }: typeof first) =>
      (data['item_units'] as { barcodes: string[] }[]).map((unit) => unit.barcodes);
    expect(barcodesOf(first)).toEqual([[expect.stringMatching(/^29\d{11}$/)]]);
    expect(again.body.data).toMatchObject({ id: first.body.data['id'], repeated: true });
    expect(barcodesOf(again)).toEqual(barcodesOf(first));
    const other = await office.send('POST', 'items', { ...body, item_name: 'Coded too' });
    expect(barcodesOf(other)).not.toEqual(barcodesOf(first));
    const shown = await office.send('POST', 'items/barcodes');
    expect(shown.body.data['value']).toMatch(/^29\d{11}$/);
    expect(barcodesOf(other)).not.toEqual([[shown.body.data['value']]]);
    const [barcode] = barcodesOf(first)[0] ?? [];
    expect(rowsOf(await office.read(`items/list?barcode=${barcode}`))).toMatchObject([{ item_name: 'Coded' }]);
  });

  it('is given no barcode of the business that another item has from a spreadsheet or by hand', async () => {
    const [unit = {}] = itemBody(shop.unit, '').item_units;
    const typed = (...barcodes: string[]) =>
      office.add('items', itemBody(shop.unit, `Typed ${barcodes[0]}`, { item_units: [{ ...unit, barcodes }] }));
    const next = async () =>
      internalNumber(String((await office.send('POST', 'items/barcodes')).body.data['value'])) ?? 0;
    const first = await next();
    await typed(internalBarcode(first + 3), internalBarcode(first + 70));
    expect(await next()).toBe(first + 71);
    // A number of another program near the end of the range leaves the others to be given.
    await typed(internalBarcode(9_999_999_999));
    expect(await next()).toBe(first + 72);

    // Other items have the next numbers since before the counter passed them.
    const taken = [73, 74, 75].map((ahead) => internalBarcode(first + ahead));
    const client = new pg.Client({ connectionString: office.database.url });
    await client.connect();
    await client.query(
      `insert into claim.taken ("set", key, owner) select 'item.item_units.barcodes', key, 'item-1' from unnest($1::text[]) key`,
      [taken],
    );
    const coded = await office.send('POST', 'items', { ...itemBody(shop.unit, 'Free'), generate_barcodes: true });
    expect(coded.body.data['item_units']).toMatchObject([{ barcodes: [internalBarcode(first + 76)] }]);
    await client.query('delete from claim.taken where key = any ($1)', [taken]);
    await client.end();

    const store = await openEventStore({ databaseUrl: office.database.url });
    const compared = await compareClaims({ store, databaseUrl: office.database.url, inKurrentDb: false });
    await store.close();
    expect('answers' in compared && compared.answers.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('says every field that is wrong at once, with the sentences of the specification', async () => {
    const id = await office.add('items', itemBody(shop.unit, 'Kept'));
    const box = await office.add('units', { unit_name: 'Carton' });
    const wrong = await office.send('PATCH', `items/${id}`, {
      item_units: [
        { unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '-1', barcodes: [] },
      ],
      expire_alert_days: 'soon',
      images: ['not a picture'],
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual([
      'expire_alert_days',
      'images.0',
      'item_units.0.sale_price',
    ]);
    const gone = await office.send('PATCH', `items/${id}`, {
      item_units: [
        { unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '1', barcodes: [] },
      ],
    });
    expect(gone.body.errors?.['item_units']).toEqual(['Default unit cannot be deleted', 'Base unit cannot be deleted']);
    const pack = (base_unit_qty: string) => [
      ...itemBody(shop.unit, 'Kept').item_units,
      { unit_fk: box, base_unit_qty, is_base: false, is_default: false, sale_price: '1', barcodes: [] },
    ];
    expect((await office.send('PATCH', `items/${id}`, { item_units: pack('30') })).status).toBe(200);
    const smaller = { item_units: pack('28') };
    const asked = await office.send('PATCH', `items/${id}`, smaller);
    expect([asked.status, asked.body['code']]).toEqual([422, 'confirmation']);
    expect(asked.body.errors?.['item_units.1.base_unit_qty']?.[0]).toMatch(
      /^The pack held 30 and holds 28 from now on/,
    );
    expect((await office.send('PATCH', `items/${id}`, { ...smaller, confirmed: true })).status).toBe(200);
    const none = await office.send('PATCH', `items/${id}`, { item_units: [] });
    expect(none.body.errors?.['item_units']?.[0]).toBe('There must be at least one unit');
  });

  it('is found, sorted and filtered by its barcodes in the list', async () => {
    const coded = async (item_name: string, ...barcodes: string[]) => {
      const [unit = {}] = itemBody(shop.unit, item_name).item_units;
      return office.add('items', itemBody(shop.unit, item_name, { item_units: [{ ...unit, barcodes }] }));
    };
    const second = await coded('Barcode B', '7700000000029', '7700000000036');
    const first = await coded('Barcode A', '7700000000012');
    const ids = async (query: string) => {
      const { status, data } = await office.read(`items?per_page=50&${query}`);
      expect(status).toBe(200);
      return (data['data'] as unknown as { item_id: number }[]).map(({ item_id }) => item_id);
    };
    const both = (found: readonly number[]) => found.filter((id) => id === first || id === second);
    expect(both(await ids('sortColumn=barcode&sortDir=asc'))).toEqual([first, second]);
    expect(both(await ids('sortColumn=barcode&sortDir=desc'))).toEqual([second, first]);
    expect(await ids('search=7700000000036')).toEqual([second]);
    expect(await ids('filter[barcode]=7700000000012')).toEqual([first]);
  });

  it('that is not active is in its list and not in look-ups', async () => {
    await office.add('items', { ...itemBody(shop.unit, 'Sleeping'), is_active: false });
    expect(rowsOf(await office.read('items?search=Sleeping'))).toHaveLength(1);
    expect(rowsOf(await office.read('items/list?search=Sleeping'))).toHaveLength(0);
  });
});

describe('categories', () => {
  it('are moved with everything below them, never deeper than four levels, and are not within themselves', async () => {
    const top = await category('A1');
    const second = await category('A2', top);
    const third = await category('A3', second);
    const other = await category('B1');
    const below = await category('B2', other);
    const move = (id: number, parent_fk: number) => office.send('PATCH', `categories/${id}`, { parent_fk });
    expect((await move(top, below)).body.errors).toEqual({ parent_fk: ['A category has at most 4 levels'] });
    expect((await move(top, third)).body.errors).toEqual({ parent_fk: ['A category cannot be within itself'] });
    expect((await move(second, below)).status).toBe(200);
    expect((await office.send('POST', 'categories', { category_name: 'A5', parent_fk: third })).body.errors).toEqual({
      parent_fk: ['A category has at most 4 levels'],
    });
    const tree = (await office.read('categories/tree_list')).data as unknown as {
      category_name: string;
      children: [];
    }[];
    expect(tree.map(({ category_name }) => category_name)).toEqual(['A1', 'B1']);
    expect(JSON.stringify(tree)).toMatch(/"B2".*"A2".*"A3"/);
    const names = async (list: string) =>
      rowsOf(await office.read(`categories/${list}`)).map((row) => row['category_name']);
    expect(await names('category_list')).toEqual(['A1', 'B1']);
    expect(await names('sub_category_list')).toEqual(['A2', 'A3', 'B2']);
    expect(await names('product_type_list')).toEqual(['A2', 'A3']);
    const used = await office.send('DELETE', `categories/${below}`);
    expect([used.status, used.body.message]).toEqual([422, 'You cannot delete this section (Category): it is in use']);
  });

  it('contain the items of their sub-categories and of those below, where items are looked up by category', async () => {
    const top = await category('C1');
    const below = await category('C2', top);
    const type = await category('C3', below);
    const other = await category('D1');
    const places = { 'In C1': [top], 'In C2': [top, below], 'In C3': [top, type], 'In D1': [other] };
    for (const [name, [category_fk, sub_category_fk = null]] of Object.entries(places)) {
      await office.add('items', itemBody(shop.unit, name, { category_fk, sub_category_fk }));
    }
    const within = async (id: number) =>
      rowsOf(await office.read(`items/list?per_page=50&within_category=${id}`)).map((row) => row['item_name']);
    expect(await within(top)).toEqual(['In C1', 'In C2', 'In C3']);
    expect(await within(below)).toEqual(['In C2', 'In C3']);
    expect(await within(type)).toEqual(['In C3']);
    expect(await within(other)).toEqual(['In D1']);
  });
});

describe('a pricing list', () => {
  it('is what its customers pay, and items pricing changes it in one command with its history', async () => {
    const profile = await office.add('pricing_profiles', { profile_name: 'Wholesale', discount_percentage: '10' });
    await office.send('PATCH', `pricing_profiles/${profile}`, { status: 'active' });
    const customer = await office.add('customers', { consumer_name: 'Wholesaler', pricing_profile_fk: profile });
    const item = await office.add('items', itemBody(shop.unit, 'Sugar'));
    await office.add(
      'purchases',
      purchaseBody(shop, '50', {
        lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '50', price: '600' }],
      }),
    );
    const sold = async () => {
      const lines = [{ item_fk: item, unit_fk: shop.unit, quantity: '1' }];
      const sale = await office.send('POST', 'sales', saleBody(shop, '1', { customer_fk: customer, lines }));
      return (sale.body.data['lines'] as { price: string }[])[0]?.price;
    };
    expect(await sold()).toBe('900');
    const lines = [{ item_fk: item, unit_fk: shop.unit, new_price: '850' }];
    const pricing = await office.add('item_pricings', {
      date: '2026-03-10',
      pricing_profile_fk: profile,
      lines,
      status: 'active',
    });
    expect(await sold()).toBe('850');
    expect((await office.read(`items/${item}/history`)).status).toBe(200);
    await office.send('POST', `item_pricings/${pricing}/deactivate`);
    expect(await sold()).toBe('900');
    const shown = (await office.read(`item_pricings/${pricing}`)).data;
    expect(shown).toMatchObject({ status: 'inactive', possible: ['activate'] });
    const usedProfile = await office.send('DELETE', `pricing_profiles/${profile}`);
    expect(usedProfile.body.message).toBe('You cannot delete this section (Pricing list): it is in use');
  });

  it('counts for the categories above an item too', async () => {
    const [food, grain] = [await category('Food'), 0];
    const below = await category('Grain', food + grain);
    const profile = await office.add('pricing_profiles', {
      profile_name: 'Food list',
      discount_percentage: '50',
      apply_on: 'categories',
      categories: [food],
      status: 'draft',
    });
    await office.send('PATCH', `pricing_profiles/${profile}`, { status: 'active' });
    const customer = await office.add('customers', { consumer_name: 'Baker', pricing_profile_fk: profile });
    const item = await office.add('items', { ...itemBody(shop.unit, 'Wheat'), category_fk: below });
    const lines = [{ item_fk: item, unit_fk: shop.unit, quantity: '1' }];
    const draft = await office.send(
      'POST',
      'sales',
      saleBody(shop, '1', { customer_fk: customer, lines, status: 'draft' }),
    );
    expect(draft.body.data['lines']).toMatchObject([{ price: '500' }]);
    expect(rowsOf(await office.read('items/list?search=Wheat'))).toMatchObject([{ category_path: [below, food] }]);
  });
});

describe('the warehouse', () => {
  it('says what is on hand of each item in each inventory, with its cost only to those who may', async () => {
    const box = await office.add('units', { unit_name: 'Dozen' });
    const unit = { base_unit_qty: '1', is_base: true, is_default: false, sale_price: '100', barcodes: [] };
    const item = await office.add('items', {
      item_name: 'Eggs',
      shortage_alert: '30',
      item_units: [
        { ...unit, unit_fk: shop.unit },
        { ...unit, unit_fk: box, base_unit_qty: '12', is_base: false, is_default: true, sale_price: '1100' },
      ],
    });
    await office.add(
      'purchases',
      purchaseBody(shop, '2', {
        lines: [{ item_fk: item, unit_fk: box, quantity: '2', price: '600' }],
      }),
    );
    const [row] = rowsOf(await office.read('stocks?search=Eggs'));
    expect(row).toMatchObject({
      item_fk: item,
      inventory_fk: shop.inventory,
      quantity: '24',
      default_quantity: '2',
      in_units: [{ unit_name: 'Dozen', quantity: '2' }],
      sale_price: '1100',
      value: '1200',
      average_cost: '50',
      is_short: true,
      unit_name: 'Bag',
      default_unit_name: 'Dozen',
    });
    const keeper = await office.person('keeper', ['stocks/index'], {
      outlets: [shop.outlet],
      inventories: [shop.inventory],
    });
    expect(rowsOf(await office.read('stocks?search=Eggs', keeper))).toMatchObject([
      { quantity: '24', value: null, average_cost: null },
    ]);
    const elsewhere = await office.person('elsewhere', ['stocks/index']);
    expect(rowsOf(await office.read('stocks?search=Eggs', elsewhere))).toMatchObject([
      { quantity: '0', inventory_fk: null },
    ]);
  });

  it('finds shortages: less than the alert in all inventories together, and 0 never alerts', async () => {
    const alerted = (item_name: string, shortage_alert: string) =>
      office.add('items', { ...itemBody(shop.unit, item_name), shortage_alert });
    await alerted('Never bought', '1');
    await alerted('Without alert', '0');
    const names = rowsOf(await office.read('stocks?shortage=1&per_page=200')).map((row) => row['item_name']);
    expect(names).toContain('Never bought');
    expect(names).toContain('Eggs');
    expect(names).not.toContain('Without alert');
    expect(names).not.toContain('Sugar');
    const footer = (await office.read('stocks')).data as unknown as { footer: Record<string, string> };
    expect(Object.keys(footer.footer)).toEqual(['quantity', 'undelivered', 'value']);
    expect((await office.read('stocks?sortColumn=value')).status).toBe(400);
  });

  it('answers the rows with given identifiers, in the requested order', async () => {
    const all = rowsOf(await office.read('stocks?is_paginated=0&sortColumn=item_fk&sortDir=asc'));
    const chosen = all.filter((row) => ['Eggs', 'Never bought', 'Sugar'].includes(String(row['item_name'])));
    expect(chosen).toHaveLength(3);
    const ids = chosen.map((row) => row['stock_id']).toReversed();
    const order = 'sortColumn=item_fk&sortDir=asc';
    const found = await office.read(`stocks?show_all=1&is_paginated=0&filter[id]=${ids}&${order}`);
    expect(rowsOf(found)).toEqual(chosen);
    const largest = (2 ** 31 - 1) * 100_000 + 99_999;
    expect((await office.read(`stocks?filter[id]=${largest},${ids[0]}`)).data['total']).toBe(1);
    const refused = ['stocks?filter[id]=1234567890123456', 'stocks?filter[id]=x', 'items?filter[id]=2147483648'];
    for (const path of refused) expect([path, (await office.read(path)).status]).toEqual([path, 400]);
  });

  it('answers a selected shortage in an inventory that never had the item', async () => {
    const empty = await office.add('inventories', { inventory_name: 'Empty store', outlet_fk: shop.outlet });
    const query = `stocks?shortage=1&filter[inventory_fk]=${empty}`;
    const [eggs] = rowsOf(await office.read(`${query}&search=Eggs`));
    expect(eggs).toMatchObject({ item_name: 'Eggs', inventory_fk: empty, quantity: '0' });
    expect(rowsOf(await office.read(`${query}&filter[id]=${eggs?.['stock_id']}`))).toEqual([eggs]);
  });
});

describe('names by language', () => {
  it('are those of whoever asks, in lists, look-ups, lines and reports; without one the name is the same for all', async () => {
    const unit = await office.add('units', { unit_name: 'Sack', unit_name_ar: 'كيس', unit_name_ckb: 'گوونی' });
    const names = { item_name: 'Saffron', item_name_ar: 'رز', item_name_ckb: 'برنج' };
    const rice = await office.add('items', { ...itemBody(unit, 'Saffron'), ...names });
    const salt = await office.add('items', { ...itemBody(unit, 'Salt'), item_name_ckb: ' ' });
    const lines = [{ item_fk: rice, unit_fk: unit, quantity: '5', price: '2' }];
    const purchase = await office.add('purchases', purchaseBody(shop, '5', { lines }));
    const ask = async (path: string, language: string) =>
      rowsOf(await office.read(path, office.token, { 'accept-language': language }));
    for (const [language, name] of [
      ['en', 'Saffron'],
      ['ar', 'رز'],
      ['ckb', 'برنج'],
    ] as const) {
      const own = `filter[item_name]=${encodeURIComponent(name)}`;
      expect(await ask(`items?${own}`, language)).toMatchObject([{ item_id: rice, item_name: name }]);
      expect(await ask(`items/list?search=Saffron`, language)).toMatchObject([
        { item_name_en: 'Saffron', item_name: name },
      ]);
      expect(await ask(`items/list?search=${encodeURIComponent('برنج')}`, language)).toMatchObject([
        { item_name: name },
      ]);
      expect(await ask('stocks?search=Saffron', language)).toMatchObject([{ item_name: name }]);
      expect(await ask('reports/inventory?search=Saffron', language)).toMatchObject([{ item_name: name }]);
      const all = await office.read('items?is_paginated=0&search=Saffron', office.token, {
        'accept-language': language,
      });
      expect(rowsOf(all)).toMatchObject([{ item_name: name }]);
      const shown = await office.read(`purchases/${purchase}`, office.token, { 'accept-language': language });
      expect(shown.data['lines']).toMatchObject([{ item_fk: rice, item_name: name }]);
      const one = await office.read(`items/${rice}`, office.token, { 'accept-language': language });
      expect(one.data).toMatchObject({ ...names, shown_name: name });
      const found = await office.read('search?q=Saffron', office.token, { 'accept-language': language });
      expect(found.data).toMatchObject([{ kind: 'item', title: name }]);
    }
    expect(await ask('items/list?search=Salt', 'ckb')).toMatchObject([{ item_id: salt, item_name: 'Salt' }]);
    // A list with columns for the names in all languages begins with that of whoever asks.
    expect(await ask('units?search=Sack', 'ckb')).toMatchObject([
      { unit_name: 'گوونی', unit_name_en: 'Sack', unit_name_ar: 'كيس', unit_name_ckb: 'گوونی' },
    ]);
    expect(await ask('units/list?search=Sack', 'ckb')).toMatchObject([{ unit_name: 'گوونی' }]);
  });

  it('are sorted as they are shown', async () => {
    const first = await office.add('items', { ...itemBody(shop.unit, 'Sorted A'), item_name_ckb: 'ی دوایی' });
    const second = await office.add('items', { ...itemBody(shop.unit, 'Sorted B'), item_name_ckb: 'ئا یەکەم' });
    const order = async (language: string) =>
      rowsOf(
        await office.read('items?search=Sorted&sortColumn=item_name&sortDir=asc', office.token, {
          'accept-language': language,
        }),
      ).map((row) => row['item_id']);
    expect(await order('en')).toEqual([first, second]);
    expect(await order('ckb')).toEqual([second, first]);
  });

  it('are those of the profile where a request says nothing, and name what a draft would move', async () => {
    const item = await office.add('items', { ...itemBody(shop.unit, 'Previewed'), item_name_ar: 'معاين' });
    const lines = [{ item_fk: item, unit_fk: shop.unit, quantity: '5', price: '2' }];
    const draft = await office.add('purchases', purchaseBody(shop, '5', { lines, status: 'draft' }));
    const seen = await office.send('POST', `purchases/${draft}/complete?dry_run=1`, undefined, {
      headers: { 'accept-language': 'ar' },
    });
    expect(seen.body.data['preview']).toMatchObject({ movements: [{ item_name: 'معاين' }] });
    await office.send('PATCH', 'auth/profile', { lang: 'ar' });
    expect(rowsOf(await office.read('items/list?search=Previewed'))).toMatchObject([{ item_name: 'معاين' }]);
    await office.send('PATCH', 'auth/profile', { lang: 'en' });
  });
});

describe('a brand', () => {
  it('is made in one of the countries, named in the language of whoever asks', async () => {
    const country = await office.add('countries', { country_name: 'Utopia', country_name_ckb: 'ئوتۆپیا' });
    const brand = await office.add('brands', { brand_name: 'Chosen', made_in_fk: country });
    const inKurdish = { 'accept-language': 'ckb' };
    const [row] = rowsOf(await office.read('brands?search=Chosen', office.token, inKurdish));
    expect(row).toMatchObject({ brand_id: brand, made_in_fk: country, brand_made_in: 'ئوتۆپیا' });
    expect((await office.read(`brands/${brand}`)).data).toMatchObject({ made_in_fk: country, brand_made_in: 'Utopia' });
    const unknown = await office.send('PATCH', `brands/${brand}`, { made_in_fk: 99_999 });
    expect([unknown.status, Object.keys(unknown.body.errors ?? {})]).toEqual([422, ['made_in_fk']]);
    const inUse = await office.send('DELETE', `countries/${country}`);
    expect(inUse.status).toBe(422);
  });

  it('and a cash box too: its account is called so', async () => {
    await office.add('cashes', {
      account_name: 'Front box',
      account_name_ckb: 'سندوقی پێشەوە',
      cash_type: 1,
      currency_fk: 1,
      outlet_fk: 1,
    });
    const named = async (language: string) => {
      return JSON.stringify(await office.read('accounts/list', office.token, { 'accept-language': language }));
    };
    expect(await named('en')).toContain('Front box');
    expect(await named('ckb')).toContain('سندوقی پێشەوە');
    expect(await named('ckb')).not.toContain('Front box');
  });

  it('that was entered with the country as a text still says it, until a country is chosen', async () => {
    const store = await openEventStore({ databaseUrl: office.database.url });
    const id = await store.nextId('brand');
    const registered = { type: 'brand.registered', v: 1, data: { brand_name: 'Old', brand_made_in: 'Ruritania' } };
    const commandId = uuid();
    await store.append({
      commandId,
      writes: [{ stream: `brand-${id}`, expectedRevision: NO_STREAM, events: [{ ...registered, id: uuid() }] }],
      claims: [],
      meta: { actor: '1', commandId },
    });
    await store.close();
    const country = await office.add('countries', { country_name: 'Freedonia' });
    expect(rowsOf(await office.read('brands?search=Old'))).toMatchObject([
      { brand_id: id, made_in_fk: null, brand_made_in: 'Ruritania' },
    ]);
    await office.send('PATCH', `brands/${id}`, { made_in_fk: country });
    expect((await office.read(`brands/${id}`)).data).toMatchObject({ brand_made_in: 'Freedonia' });
  });
});
