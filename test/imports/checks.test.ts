/**
 * A dry run of an import: every row and every cell is checked, all problems are reported in the person's language, and
 * nothing is stored.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { check, requestOf, rowsOf, runImport } from './requests.ts';
import { fileOf } from './spreadsheets.ts';

let office: Office;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office.close());

const rice = { item_name: 'Rice 5 kg', base_unit: 'Bag' };
const items = (cells: readonly Record<string, string>[], more = {}) =>
  requestOf(rowsOf(cells), { parameters: { same_names: 'add' }, ...more });
const told = async (cells: readonly Record<string, string>[], more = {}, asking = {}) =>
  (await check(office, 'items', items(cells, more), asking)).problems;

async function eventCount(): Promise<string> {
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>('select count(*) from log.event');
  await client.end();
  return rows[0]?.count ?? '';
}

describe('a dry run', () => {
  it('finds no problem in correct rows, and stores nothing', async () => {
    const before = await eventCount();
    const checked = await check(office, 'items', items([rice, { ...rice, barcode: '1', sale_price: '2,500' }]));
    expect(checked).toEqual({ rows: 2, ready: 2, skipped: 0, problems: [], unknown: [] });
    expect(await eventCount()).toBe(before);
  });

  it('reports all problems of a cell, at the cell', async () => {
    const problems = await told([
      { base_unit: 'Bag', sale_price: 'cheap', item_type: 'thing' },
      { ...rice, sale_price: '-1', sale_price_editable: 'perhaps', shortage_alert: '1.2345678', expire_alert: '5000' },
      { ...rice, barcode: 'x'.repeat(49), alternative_price: '5' },
      { ...rice, alternative_unit: 'Bag', base_unit_qty: '2' },
      { ...rice, item_type: 'service', expire_alert: '30' },
      { ...rice, colour: 'white' },
    ]);
    expect(problems).toEqual([
      { row: 2, column: 'sale_price', message: 'Sale price must be an amount with at most four decimals' },
      { row: 2, column: 'item_type', message: 'Item type must be one of Goods, Service' },
      { row: 2, column: 'item_name', message: 'Item name is required' },
      { row: 3, column: 'sale_price', message: 'Sale price must be at least 0' },
      { row: 3, column: 'sale_price_editable', message: 'Sale price editable must be yes or no' },
      { row: 3, column: 'shortage_alert', message: 'Shortage alert must be a quantity with at most six decimals' },
      { row: 3, column: 'expire_alert', message: 'Expiry alert (days) must be at most 3,650' },
      { row: 4, column: 'barcode', message: 'Maximum allowed character is 48' },
      { row: 4, column: 'alternative_unit', message: 'Alternative unit is required' },
      { row: 5, column: 'alternative_unit', message: 'Alternative unit is entered twice' },
      { row: 6, column: 'expire_alert', message: 'A service has no batches and does not expire' },
      { row: 7, column: null, message: 'colour is not a column of this import' },
    ]);
  });

  it('takes several alternative units, each with all that it needs and none twice', async () => {
    const units = { alternative_unit: 'Box', base_unit_qty: '12', alternative_unit_2: 'Piece', base_unit_qty_2: '2' };
    const [box, piece] = [{ unit_name: 'Box' }, { unit_name: 'Piece' }];
    for (const unit of [box, piece]) await office.send('POST', 'units', unit);
    expect(await told([{ ...rice, ...units, default_unit: 'Piece', alternative_barcode_2: '88' }])).toEqual([]);
    const problems = await told([
      { ...rice, ...units, alternative_unit_3: 'Box', base_unit_qty_3: '5' },
      { ...rice, alternative_unit_2: 'Box' },
      { ...rice, ...units, base_unit_qty_2: '0' },
      { ...rice, ...units, barcode: '88', alternative_barcode_2: '88' },
    ]);
    expect(problems).toEqual([
      { row: 2, column: 'alternative_unit_3', message: 'Alternative unit 3 is entered twice' },
      { row: 3, column: 'alternative_unit', message: 'Alternative unit is required' },
      {
        ...{ row: 3, column: 'base_unit_qty_2' },
        message: 'Base units in the alternative unit 2 is required',
      },
      expect.objectContaining({ row: 4, column: 'base_unit_qty_2' }),
      expect.objectContaining({ row: 5, column: 'barcode' }),
      expect.objectContaining({ row: 5, column: 'alternative_barcode_2' }),
    ]);
  });

  it('speaks the language of the request and understands the words of all of them', async () => {
    const words = [
      { ...rice, item_type: 'خدمة', sale_price_editable: 'نەخێر', sale_price: '٢٬٥٠٠٫٥' },
      { ...rice, item_type: 'Goods', sale_price_editable: '1', shortage_alert: '۱۰' },
    ];
    expect(await told(words)).toEqual([]);
    expect(await told([{ ...rice, sale_price: 'x' }], {}, { language: 'ckb' })).toMatchObject([
      { row: 2, column: 'sale_price', message: expect.stringContaining('نرخی فرۆشتن') },
    ]);
    expect(await told([{ ...rice, item_type: 'x' }], {}, { language: 'ar' })).toMatchObject([
      { message: expect.stringMatching(/نوع المادة.*بضاعة/) },
    ]);
  });

  it('reports repeated unique values at every row that has them, and those that a record has', async () => {
    await office.add(
      'items',
      itemBody(shop.unit, 'Tea', { item_units: [{ ...itemBody(shop.unit, 'x').item_units[0], barcodes: ['ABC-1'] }] }),
    );
    const problems = await told([
      { ...rice, barcode: '77' },
      { ...rice, barcode: '٧٧' },
      { ...rice, alternative_unit: 'Bag', base_unit_qty: '1', alternative_barcode: '77' },
      { ...rice, barcode: 'abc-1' },
    ]);
    expect(problems).toMatchObject([
      { row: 2, column: 'barcode', message: '“77” stands in these rows too: 3, 4' },
      { row: 3, column: 'barcode', message: '“77” stands in these rows too: 2, 4' },
      { row: 4, column: 'alternative_unit' },
      { row: 4, column: 'alternative_barcode', message: '“77” stands in these rows too: 2, 3' },
      { row: 5, column: 'barcode', message: '“abc-1” is that of “Tea” already' },
    ]);
  });

  it('keeps a name that begins with = as it is', async () => {
    expect(await told([{ ...rice, item_name: '=HYPERLINK("http://example.com")' }])).toEqual([]);
  });

  it('refuses a request that is not one', async () => {
    const send = (body: object, token = office.token) =>
      office.send('POST', 'imports/items?dry_run=1', body, { token });
    const rows = rowsOf(Array.from({ length: 5001 }, () => rice));
    expect((await send(requestOf(rows))).body.errors).toHaveProperty('rows');
    expect((await send(requestOf([]))).status).toBe(422);
    expect((await send({ ...items([rice]), digest: 'x' })).body.errors).toHaveProperty('digest');
    const clerk = await office.person('imports-nothing', ['items/store']);
    expect((await send(items([rice]), clerk)).status).toBe(403);
    expect(
      (
        await office.send(
          'POST',
          'imports/purchase_lines',
          items([{ item: 'Rice', unit_quantity: '1', unit_price: '1' }]),
        )
      ).status,
    ).toBe(422);
  });
});

describe('names', () => {
  it('are found however they are written, and by code', async () => {
    const unit = await office.add('units', {
      unit_name: 'Kilogram',
      unit_name_ar: 'كيلوغرام',
      unit_name_ckb: 'کیلۆگرام',
    });
    const checked = await check(
      office,
      'items',
      items([
        { ...rice, base_unit: 'كيلوغرام' },
        { ...rice, base_unit: ' KILOGRAM ' },
        { ...rice, base_unit: 'کیلوگرام' },
      ]),
    );
    expect(checked).toMatchObject({ ready: 3, problems: [], unknown: [] });
    expect(unit).toBeGreaterThan(0);
  });

  it('that are unknown require a choice: created, replaced by another one, or skipped', async () => {
    const cells = [
      { ...rice, category: 'Spices', sub_category: 'Hot spices', base_unit: 'Sack' },
      { ...rice, category: 'spices', base_unit: 'Bag' },
      { ...rice, brand: 'Nobody' },
    ];
    const unknown = [
      { resource: 'categories', name: 'Spices', rows: 2 },
      { resource: 'categories', name: 'Hot spices', rows: 1 },
      { resource: 'units', name: 'Sack', rows: 1 },
      { resource: 'brands', name: 'Nobody', rows: 1 },
    ];
    expect(await check(office, 'items', items(cells))).toMatchObject({
      rows: 3,
      ready: 0,
      skipped: 0,
      problems: [],
      unknown,
    });
    const choices = [
      { resource: 'categories', name: 'Spices', becomes: 'create' as const },
      { resource: 'categories', name: 'Hot spices', becomes: 'create' as const },
      { resource: 'units', name: 'SACK', becomes: shop.unit },
      { resource: 'brands', name: 'Nobody', becomes: 'skip' as const },
    ];
    expect(await check(office, 'items', items(cells, { choices }))).toMatchObject({
      ready: 2,
      skipped: 1,
      problems: [],
      unknown,
    });
    const clerk = await office.person('imports-items', ['items/import', 'categories/store']);
    const hers = [...choices.slice(0, 3), { resource: 'brands', name: 'Nobody', becomes: 'create' as const }];
    expect(await told(cells, { choices: hers }, { token: clerk })).toEqual([
      { row: 4, column: 'brand', message: 'You do not have the permission: Brands – Add' },
    ]);
    const away = [{ resource: 'units', name: 'Sack', becomes: 4242 }];
    expect(
      await told([cells[0] as Record<string, string>], { choices: [...choices.slice(0, 2), ...away] }),
    ).toMatchObject([{ row: 2, column: 'base_unit' }]);
  });

  it('of sub-categories lie below the category of their row', async () => {
    const grains = await office.add('categories', { category_name: 'Grains' });
    await office.add('categories', { category_name: 'Long grains', parent_fk: grains });
    await office.add('categories', { category_name: 'Drinks' });
    const choices = [{ resource: 'categories', name: 'Juices', becomes: 'create' as const }];
    expect(
      await told(
        [
          { ...rice, category: 'Grains', sub_category: 'Long grains' },
          { ...rice, category: 'Drinks', sub_category: 'Long grains' },
          { ...rice, category: 'Drinks', sub_category: 'Juices' },
          { ...rice, category: 'Grains', sub_category: 'juices' },
          { ...rice, sub_category: 'Juices' },
        ],
        { choices },
      ),
    ).toMatchObject([
      { row: 3, column: 'sub_category', message: 'The sub-category must be below the category' },
      { row: 5, column: 'sub_category' },
      { row: 6, column: 'category' },
      { row: 6, column: 'sub_category' },
    ]);
  });

  it('of several records, or of none that may be created, are reported', async () => {
    await office.add('items', itemBody(shop.unit, 'Twin'));
    await office.add('items', itemBody(shop.unit, 'Twin'));
    const line = { unit_quantity: '1', unit_price: '1' };
    const { problems } = await check(
      office,
      'purchase_lines',
      requestOf(
        rowsOf([
          { ...line, item: 'Twin' },
          { ...line, item: 'Nothing' },
          { ...line, item: 'Rice', unit: 'Kilogram' },
          { ...line, item: 'Rice', unit_quantity: '0' },
        ]),
      ),
    );
    expect(problems).toEqual([
      { row: 2, column: 'item', message: '“Twin” is the name of several records; write the code or the barcode' },
      { row: 3, column: 'item', message: 'There is no Item “Nothing”' },
      { row: 4, column: 'unit', message: 'This is not a unit of the item' },
      { row: 5, column: 'unit_quantity', message: 'Quantity value must be greater than 0' },
    ]);
  });
});

describe('rows that nothing but a name tells apart', () => {
  it('are asked about where the name is there: the same file once more, other letters, two rows', async () => {
    const parties = requestOf(
      rowsOf([{ name: 'Nawroz Market' }, { name: 'كريم' }, { name: 'With code', code: 'N-1' }, { name: 'Telephone' }]),
    );
    expect(await runImport(office, 'customers', parties)).toMatchObject({ imported: 4, problems: [] });
    const again = await check(office, 'customers', parties);
    expect(again.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'name'],
      [3, 'name'],
      [4, 'code'],
      [5, 'name'],
    ]);
    expect(again.problems[0]?.message).toMatch(
      /^The name “Nawroz Market” is there already \(\d+\)\. Leave its row out/,
    );
    const others = rowsOf([
      { name: 'nawroz  market' },
      { name: 'کریم' },
      { name: 'Twice' },
      { name: 'twice' },
      { name: 'Nawroz Market', code: 'N-2' },
    ]);
    const asked = await check(office, 'customers', requestOf(others));
    expect(asked.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'name'],
      [3, 'name'],
      [4, 'name'],
      [5, 'name'],
    ]);
    const added = requestOf(others, { parameters: { same_names: 'add' } });
    expect(await check(office, 'customers', added)).toMatchObject({ ready: 5, problems: [] });
    const goods = requestOf(
      rowsOf([
        { item_name: 'Lentils', base_unit: 'Bag' },
        { item_name: 'Beans', base_unit: 'Bag', barcode: '4006381333931' },
      ]),
    );
    expect(await runImport(office, 'items', goods)).toMatchObject({ imported: 2, problems: [] });
    const twice = await check(office, 'items', goods);
    expect(twice.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'item_name'],
      [3, 'barcode'],
    ]);
  });
});

describe('a telephone that another party has', () => {
  it.each(['customers', 'suppliers'])('is asked about in any spelling, unless its row has a code: %s', async (kind) => {
    const id = await office.add(kind, { consumer_name: `Has a telephone ${kind}`, office_phone: '0750 888 9901' });
    const rows = rowsOf([
      { name: `One ${kind}`, mobile: '+964 750 888 9901' },
      { name: `Two ${kind}`, office_phone: '00964 750 888 9901' },
      { name: `Three ${kind}`, mobile: '0750 888 9902' },
      { name: `Four ${kind}`, mobile: '٠٧٥٠ ٨٨٨ ٩٩٠٢' },
      { name: `Five ${kind}`, mobile: '0750 888 9901', code: `H-${kind}` },
      { name: `Six ${kind}`, mobile: '0750 888 9903' },
    ]);
    const { problems } = await check(office, kind, requestOf(rows));
    expect(problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'mobile'],
      [3, 'office_phone'],
      [4, 'mobile'],
      [5, 'mobile'],
    ]);
    expect(problems[0]?.message).toBe(
      `This telephone is that of “Has a telephone ${kind}” (${id}). Leave its row out, write its code, or choose “Add again”`,
    );
    const added = requestOf(rows, { parameters: { same_names: 'add' } });
    expect(await check(office, kind, added)).toMatchObject({ ready: 6, problems: [] });
  });
});

describe('opening stock', () => {
  it('is worth the price of a unit or the value of the whole quantity, one of which is told', async () => {
    const line = { item: 'Rice', unit_quantity: '3' };
    const { problems } = await check(
      office,
      'opening_stock',
      requestOf(
        rowsOf([
          { ...line, line_value: '1000.0001' },
          { ...line, unit_price: '7' },
          line,
          { ...line, line_value: '-1' },
        ]),
        { parameters: { inventory: shop.inventory } },
      ),
    );
    expect(problems.map(({ row, column }) => [row, column])).toEqual([
      [4, 'unit_price'],
      [5, 'line_value'],
    ]);
  });
});

describe('lines of a purchase', () => {
  it('are given to the grid with their records, and nothing is stored', async () => {
    const before = await eventCount();
    const { rows } = await fileOf(office, 'purchase_lines', [
      ['Item', 'Unit', 'Item description', 'Bonus', 'Quantity', 'Unit price', 'Batch', 'Expiry date'],
      ['Rice', 'Bag', 'new harvest', 2, 10, 600.5, 'B7', new Date(Date.UTC(2027, 5, 30))],
      ['ABC-1', null, null, null, 3, 1, null, '1/2/2027'],
    ]);
    const { lines } = await check(office, 'purchase_lines', requestOf(rows));
    expect(lines).toEqual([
      {
        row: 2,
        item_fk: shop.item,
        unit_fk: shop.unit,
        quantity: '10',
        bonus_quantity: '2',
        price: '600.5',
        batch_number: 'B7',
        expire_date: '2027-06-30',
        note: 'new harvest',
      },
      expect.objectContaining({ row: 3, quantity: '3', bonus_quantity: null, expire_date: '2027-02-01' }),
    ]);
    expect(await eventCount()).toBe(before);
  });
});

describe('counts', () => {
  it('are lines of an inventory count or entries of a round, and a batch that is missed is told in its row', async () => {
    await office.add('items', itemBody(shop.unit, 'Drops', { item_code: 'DRP', has_batch_number: true }));
    await office.add('items', itemBody(shop.unit, 'Repair', { item_type: 'service' }));
    const counted = [
      { item: 'DRP', counted_quantity: '4', batch_number: 'B7', shelf: 'A-3' },
      { item: 'Rice', counted_quantity: '0' },
    ];
    for (const format of ['count_lines', 'count_entries']) {
      const { lines, problems } = await check(office, format, requestOf(rowsOf(counted)));
      expect(problems).toEqual([]);
      expect(lines).toMatchObject([
        { quantity: '4', batch_number: 'B7', note: 'A-3', unit_fk: shop.unit },
        { quantity: '0', batch_number: null, note: null },
      ]);
      const wrong = [
        { item: 'DRP', counted_quantity: '4' },
        { item: 'Rice', counted_quantity: '1', batch_number: 'B1' },
        { item: 'Repair', counted_quantity: '1' },
        { item: 'Rice', counted_quantity: 'four' },
        { counted_quantity: '2', shelf: 'A-3' },
        { item: 'No such goods', counted_quantity: '2' },
      ];
      const { problems: told } = await check(office, format, requestOf(rowsOf(wrong)));
      expect(told.map(({ row, column }) => [row, column])).toEqual([
        [2, 'batch_number'],
        [3, 'batch_number'],
        [4, 'item'],
        [5, 'counted_quantity'],
        [6, 'item'],
        [7, 'item'],
      ]);
    }
  });
});

describe('4,999 rows', () => {
  it('with 50 planted errors give exactly 50, in a few seconds', async () => {
    const rows = rowsOf(
      Array.from({ length: 4999 }, (_, n) => ({
        item_name: `Item ${n}`,
        base_unit: 'Bag',
        sale_price: String(n),
        barcode: n % 100 === 42 ? 'taken twice' : `code ${n}`,
      })),
    );
    const planted = rows.map((row, n) => ({
      ...row,
      cells: n % 100 === 42 ? { ...row.cells, barcode: `code ${n}`, sale_price: '1.23456' } : row.cells,
    }));
    const checked = await check(office, 'items', requestOf(planted));
    expect(checked.problems).toHaveLength(50);
    expect(checked).toMatchObject({ rows: 4999, ready: 4949 });
    expect((await check(office, 'items', requestOf(rows))).problems).toHaveLength(50);
  });
});
