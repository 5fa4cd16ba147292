/** Spreadsheets that create documents: prices in force at once, and opening stock. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rounds } from '../support/ring.ts';
import { until } from '../support/waiting.ts';
import { check, requestOf, rowsOf, runImport } from './requests.ts';
import { fileOf } from './spreadsheets.ts';

/** A file has at most 4,999 rows; 1,000 prices are one document. */
const ROWS = rounds(1_100, 4_999);

let office: Office;
let shop: Shop;
let box: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  box = await office.add('units', { unit_name: 'Crate' });
  const [bag] = itemBody(shop.unit, 'x').item_units;
  await office.add(
    'items',
    itemBody(shop.unit, 'Sugar', {
      item_code: 'SUG',
      minimum_price: '100',
      item_units: [
        bag,
        { ...bag, unit_fk: box, is_base: false, is_default: false, base_unit_qty: '10', barcodes: ['777'] },
      ],
    }),
  );
});
afterAll(() => office.close());

const priceOf = async (item: number, unit: number, list?: number) => {
  const { data } = await office.read(`items/${item}`);
  const units = (list === undefined ? data['item_units'] : data['item_prices']) as unknown as Record<string, unknown>[];
  return units.find(
    (candidate) => candidate['unit_fk'] === unit && (list === undefined || candidate['pricing_profile_fk'] === list),
  )?.['sale_price'];
};
/** The rows of a list. */
async function rowsAt(path: string): Promise<Record<string, unknown>[]> {
  const { data } = await office.read(path);
  return (data as unknown as { data: Record<string, unknown>[] }).data;
}
const sugar = () => shop.item + 1;

describe('a file of prices', () => {
  it('gives the items their prices at once, by name, code or barcode', async () => {
    const { rows } = await fileOf(office, 'item_prices', [
      ['Item', 'Unit', 'New price'],
      ['rice', null, 1250],
      ['sug', 'Bag', 140.5],
      ['777', null, 1300],
    ]);
    const request = requestOf(rows, { parameters: { date: '2026-03-11', pricing_list: null } });
    expect(await check(office, 'item_prices', request)).toMatchObject({ ready: 3, problems: [] });
    const result = await runImport(office, 'item_prices', request);
    expect(result).toMatchObject({ format: 'item_prices', imported: 3, problems: [] });
    await office.read(`brands?x-wait=${result.position}`);
    await expect.poll(() => priceOf(shop.item, shop.unit)).toBe('1250');
    expect([await priceOf(sugar(), shop.unit), await priceOf(sugar(), box)]).toEqual(['140.5', '1300']);
    const { body } = await office.read('item_pricings');
    expect(JSON.stringify(body)).toContain('active');
  });

  it('of a later day waits for it, and is taken back before it', async () => {
    const rows = rowsOf([{ item: 'Rice', new_price: '1400' }]);
    const result = await runImport(office, 'item_prices', requestOf(rows, { parameters: { date: '2026-03-20' } }));
    expect(result).toMatchObject({ imported: 1, problems: [] });
    const scheduled = async () => {
      const { body } = await office.read('item_pricings?filter[status]=scheduled');
      return (body['data'] as { data: { id: number }[] }).data[0];
    };
    const row = await until(scheduled, { what: 'a scheduled pricing in the list' });
    expect(await priceOf(shop.item, shop.unit)).toBe('1250');
    const off = await office.send('POST', `item_pricings/${row.id}/deactivate`, {});
    expect(off.body.data['status']).toBe('inactive');
  });

  it('of a pricing list leaves the prices of the items as they are', async () => {
    const list = await office.add('pricing_profiles', { profile_name: 'Hotels', status: 'active' });
    const rows = rowsOf([{ item: 'Rice', new_price: '999' }]);
    const request = requestOf(rows, { parameters: { date: '2026-03-11', pricing_list: list } });
    expect(await runImport(office, 'item_prices', request)).toMatchObject({ imported: 1 });
    await expect.poll(() => priceOf(shop.item, shop.unit, list)).toBe('999');
    expect(await priceOf(shop.item, shop.unit)).toBe('1250');
  });

  it('is told of what is missing for all rows, rows that come twice, and prices below the least', async () => {
    const rows = rowsOf([
      { item: 'Rice', new_price: '1' },
      { item: 'Rice', unit: 'Bag', new_price: '2' },
      { item: 'SUG', new_price: '50' },
    ]);
    const clerk = await office.person('prices-clerk', ['item_pricings/import', 'item_pricings/activate']);
    expect((await check(office, 'item_prices', requestOf(rows), { token: clerk })).problems).toMatchObject([
      { row: 0, column: 'date', message: 'Date is required' },
      { row: 2, column: 'item', message: 'The same item and unit stand in these rows too: 3' },
      { row: 3, column: 'item', message: 'The same item and unit stand in these rows too: 2' },
      { row: 4, column: 'new_price' },
    ]);
    const parameters = { date: '2026-03-11', pricing_list: 4242 };
    expect(
      (await check(office, 'item_prices', requestOf(rows.slice(2), { parameters }), { token: clerk })).problems,
    ).toMatchObject([
      { row: 0, column: 'pricing_list' },
      { row: 4, column: 'new_price', message: expect.stringContaining('100') },
    ]);
  });
});

describe('a file of opening stock', () => {
  const rows = rowsOf([
    { item: 'Rice', unit_quantity: '100', unit_price: '600.5', unit_bonus: '20' },
    { item: '777', unit_quantity: '3', unit_price: '900' },
  ]);

  it('is in stock and in the ledger when it names the contra account of the goods', async () => {
    const request = requestOf(rows, { parameters: { inventory: shop.inventory, against: 'capital' } });
    expect(await check(office, 'opening_stock', request)).toMatchObject({ ready: 2, problems: [] });
    const result = await runImport(office, 'opening_stock', request);
    expect(result).toMatchObject({ imported: 2, problems: [] });
    const stock = async (item: string) => {
      const [row] = await rowsAt(`stocks?search=${item}`);
      return [row?.['inventory_fk'], row?.['quantity'], row?.['value']];
    };
    await expect.poll(() => stock('Rice')).toEqual([shop.inventory, '120', '60050']);
    expect(await stock('Sugar')).toEqual([shop.inventory, '30', '2700']);
    const { data } = await office.read('financial_reports/trial_balance');
    const accounts = data['rows'] as unknown as Record<string, unknown>[];
    expect(accounts.find(({ key }) => key === 'capital')).toMatchObject({ credit: '62750' });
    expect(accounts.some(({ key, debit }) => String(key).startsWith('inventory') && debit === '62750')).toBe(true);
  });

  it('brings its batches in, and one that the item asks for is missed in its row', async () => {
    const medicine = { item_name: 'Amoxicillin', has_expire: true, has_batch_number: true };
    const item_units = [
      { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
    ];
    const item = await office.add('items', { ...medicine, item_units });
    const goods = { item: 'Amoxicillin', unit_price: '600' };
    const parameters = { inventory: shop.inventory, against: 'capital' };
    const named = rowsOf([
      { ...goods, unit_quantity: '4', batch_number: 'A1', expire_date: '2027-06-30', item_description: 'cold' },
      { ...goods, unit_quantity: '3', batch_number: 'A2', expire_date: '2026-12-31' },
    ]);
    expect(await runImport(office, 'opening_stock', requestOf(named, { parameters }))).toMatchObject({
      ...{ imported: 2, problems: [] },
    });
    const batches = async () => {
      const { data } = await office.read(`items/${item}/batches`);
      return (data as unknown as Record<string, unknown>[]).map(({ batch_number, quantity }) => [
        batch_number,
        quantity,
      ]);
    };
    await expect.poll(batches).toEqual([
      ['A2', '3'],
      ['A1', '4'],
    ]);
    const [last] = await rowsAt('opening_balances');
    const { data: opening } = await office.read(`opening_balances/${last?.['id']}`);
    expect((opening['stock'] as unknown as Record<string, unknown>[]).map(({ note }) => note ?? null)).toEqual([
      'cold',
      null,
    ]);
    const missing = rowsOf([{ ...goods, unit_quantity: '4', expire_date: '2027-06-30' }]);
    const { problems } = await check(office, 'opening_stock', requestOf(missing, { parameters }));
    expect(problems).toMatchObject([{ column: 'batch_number' }]);
  });

  it('is not posted twice: rows whose goods are there already are refused, unless a person adds them', async () => {
    const parameters = { inventory: shop.inventory, against: 'capital' };
    const request = requestOf(rows, { parameters });
    const { data } = await office.read('opening_balances?sortColumn=id&sortDir=asc');
    const [first] = data['data'] as unknown as { readonly number: string }[];
    const message = `This item is in opening balance ${first?.number} already. Leave its row out, or choose “Add again”`;
    const { problems, ready } = await check(office, 'opening_stock', request);
    expect({ problems, ready }).toMatchObject({
      problems: rows.map(({ row }) => ({ row, column: 'item', message })),
      ready: 0,
    });
    expect(await runImport(office, 'opening_stock', request)).toMatchObject({ imported: 0, problems });
    // Another batch is other goods.
    const batch = { item: 'Amoxicillin', unit_price: '600', unit_quantity: '1', expire_date: '2027-06-30' };
    const batches = rowsOf([
      { ...batch, batch_number: 'A1' },
      { ...batch, batch_number: 'A3' },
    ]);
    const some = await check(office, 'opening_stock', requestOf(batches, { parameters }));
    expect(some).toMatchObject({ ready: 1, problems: [{ row: batches[0]?.row }] });
    const added = requestOf(rows, { parameters: { ...parameters, goods_there: 'add' } });
    expect(await check(office, 'opening_stock', added)).toMatchObject({ ready: 2, problems: [] });
  });

  it('without an account stays a draft, and asks for an inventory of the person', async () => {
    const parameters = { inventory: shop.inventory, against: null, goods_there: 'add' };
    const draft = requestOf(rows, { parameters });
    expect(await runImport(office, 'opening_stock', draft)).toMatchObject({ imported: 2 });
    const list = async () => (await rowsAt('opening_balances')).map((row) => row['status']).toSorted();
    await expect.poll(list).toEqual(['draft', 'finished', 'finished']);
    const clerk = await office.person('stock-clerk', ['opening_balances/import'], { outlets: [shop.outlet] });
    const asked = (parameters: object) =>
      check(office, 'opening_stock', requestOf(rows, { parameters: { ...parameters } }), { token: clerk });
    expect((await asked({})).problems).toMatchObject([
      { row: 0, column: 'inventory', message: 'Inventory is required' },
    ]);
    expect((await asked({ inventory: shop.inventory, against: 'capital' })).problems).toMatchObject([
      { row: 0, column: 'inventory' },
      { row: 0, column: 'against', message: 'You do not have the permission: Opening balance – Complete' },
    ]);
  });

  it(`of ${ROWS} goods is one document, and prices of as many are several`, async () => {
    const names = Array.from({ length: ROWS }, (_, n) => `Goods ${n}`);
    await runImport(office, 'items', requestOf(rowsOf(names.map((item_name) => ({ item_name, base_unit: 'Bag' })))));
    const goods = rowsOf(names.map((item, n) => ({ item, unit_quantity: '5', unit_price: String(n) })));
    const parameters = { inventory: shop.inventory, against: 'retained-earnings' };
    expect(await runImport(office, 'opening_stock', requestOf(goods, { parameters }))).toMatchObject({
      imported: ROWS,
      problems: [],
    });
    const prices = rowsOf(names.map((item, n) => ({ item, new_price: String(n + 1) })));
    const priced = await runImport(office, 'item_prices', requestOf(prices, { parameters: { date: '2026-03-11' } }));
    expect(priced).toMatchObject({ imported: ROWS, problems: [] });
  });
});
