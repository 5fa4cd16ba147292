/** The job of an import, with a real file of each format: it stores all rows or none. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../api/people.ts';
import { itemBody, openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rounds } from '../support/ring.ts';
import { until } from '../support/waiting.ts';
import { check, requestOf, resultOf, rowsOf, runImport, start } from './requests.ts';
import { fileOf } from './spreadsheets.ts';

let office: Office;
let shop: Shop;
let database: pg.Pool;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  database = new pg.Pool({ connectionString: office.database.url, max: 1 });
  database.on('error', () => undefined);
});
afterAll(async () => {
  await database.end();
  await office.close();
});

/** The numbers of unreversed records and of used names of a kind. */
async function present(kind: string): Promise<{ records: number; taken: number }> {
  const { rows } = await database.query<{ records: number; taken: number }>(
    `select (select count(*)::int from claim.record where record like $1 || '-%' and active) as records,
            (select count(*)::int from claim.taken where "set" like $1 || '.%') as taken`,
    [kind],
  );
  return rows[0] as { records: number; taken: number };
}

interface Listed {
  readonly data: Record<string, unknown>;
}
async function recordsOf(
  kind: string,
  nameField: string,
  names: readonly string[],
): Promise<Record<string, unknown>[]> {
  return until(async () => {
    const { rows } = await database.query<Listed>(
      `select data || jsonb_build_object('id', id) as data from read.record
       where kind = $1 and active and data ->> $2 = any ($3::text[]) order by array_position($3::text[], data ->> $2)`,
      [kind, nameField, names],
    );
    return rows.length >= names.length && rows.map(({ data }) => data);
  });
}

const create = (resource: string, name: string) => ({ resource, name, becomes: 'create' as const });
const many = (count: number, name: string) =>
  rowsOf(
    Array.from({ length: count }, (_, n) => ({
      item_name: `${name} ${n}`,
      base_unit: 'Bag',
      sale_price: String(n),
      barcode: `${name}-${n}`,
    })),
  );

describe('a file of items', () => {
  it('with several alternative units becomes items that have all of them', async () => {
    for (const unit_name of ['Sachet', 'Strip', 'Pack']) await office.add('units', { unit_name });
    const row = {
      ...{ item_name: 'Vitamin C', base_unit: 'Sachet', sale_price: '250', barcode: '9001' },
      ...{ alternative_unit: 'Strip', base_unit_qty: '10', alternative_price: '2250', alternative_barcode: '9002' },
      ...{ alternative_unit_2: 'Pack', base_unit_qty_2: '100', alternative_price_2: '20000' },
      ...{ alternative_barcode_2: '9003', default_unit: 'Strip' },
    };
    expect(await runImport(office, 'items', requestOf(rowsOf([row])))).toMatchObject({ imported: 1, problems: [] });
    const { data } = await office.read('items?search=9003');
    const [{ item_units } = { item_units: [] }] = data['data'] as unknown as { item_units: object[] }[];
    expect(item_units).toMatchObject([
      { base_unit_qty: '1', is_base: true, is_default: false, sale_price: '250', barcodes: ['9001'] },
      { base_unit_qty: '10', is_base: false, is_default: true, sale_price: '2250', barcodes: ['9002'] },
      { base_unit_qty: '100', is_base: false, is_default: false, sale_price: '20000', barcodes: ['9003'] },
    ]);
  });

  it('becomes items with their units, prices, barcodes and alerts, and the names that were chosen to be made', async () => {
    const { rows } = await fileOf(office, 'items', [
      [
        'category',
        'sub_category',
        'item_type',
        'item_name',
        'brand',
        'sale price editable',
        'sale_price',
        'shortage alert',
        'expire alert',
        'barcode',
        'description',
        'direct_of_use',
        'base unit',
        'alternative unit name',
        'alternative_price',
        'alternative_barcode',
        'base_unit_qty',
        'default_unit',
      ],
      [
        'Medicine',
        'Syrups',
        'goods',
        'Cough syrup',
        'Pharma',
        'no',
        2500.25,
        12,
        30,
        6291041500213,
        'sweet',
        'by mouth',
        'Bottle',
        'Carton',
        55000,
        6291041500220,
        24,
        'carton',
      ],
      [
        'Medicine',
        null,
        'service',
        '=SUM(1)',
        null,
        1,
        null,
        0,
        1,
        null,
        null,
        null,
        'Bag',
        null,
        null,
        null,
        null,
        null,
      ],
    ]);
    const choices = [
      create('categories', 'Medicine'),
      create('categories', 'Syrups'),
      create('brands', 'Pharma'),
      create('units', 'Bottle'),
      create('units', 'Carton'),
    ];
    const request = requestOf(rows, { choices });
    expect(await check(office, 'items', request)).toMatchObject({ ready: 2, problems: [] });
    const result = await runImport(office, 'items', request);
    expect(result).toEqual({
      format: 'items',
      imported: 2,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      created: { categories: 2, brands: 1, units: 2 },
      cancelled: false,
      problems: [],
      position: expect.stringMatching(/^\d+$/),
    });
    const [syrup, formula] = await recordsOf('item', 'item_name', ['Cough syrup', '=SUM(1)']);
    const [medicine, syrups] = await recordsOf('category', 'category_name', ['Medicine', 'Syrups']);
    const [bottle, carton] = await recordsOf('unit', 'unit_name', ['Bottle', 'Carton']);
    expect(syrups?.['parent_fk']).toBe(medicine?.['id']);
    expect(syrup).toMatchObject({
      category_fk: medicine?.['id'],
      sub_category_fk: syrups?.['id'],
      item_type: 'goods',
      sale_price_editable: false,
      shortage_alert: '12',
      has_expire: true,
      expire_alert_days: 30,
      description: 'sweet',
      direct_of_use: 'by mouth',
      item_units: [
        {
          unit_fk: bottle?.['id'],
          base_unit_qty: '1',
          is_base: true,
          is_default: false,
          sale_price: '2500.25',
          barcodes: ['6291041500213'],
        },
        {
          unit_fk: carton?.['id'],
          base_unit_qty: '24',
          is_base: false,
          is_default: true,
          sale_price: '55000',
          barcodes: ['6291041500220'],
        },
      ],
    });
    expect(formula).toMatchObject({
      item_type: 'service',
      sale_price_editable: true,
      shortage_alert: '0',
      has_expire: false,
      item_units: [{ unit_fk: shop.unit, is_default: true, sale_price: '0', barcodes: [] }],
    });
  });
});

describe('files of customers and suppliers', () => {
  it('become parties with their terms', async () => {
    await office.add('pricing_profiles', { profile_name: 'Wholesale', status: 'active' });
    const { rows } = await fileOf(office, 'customers', [
      [
        'Name',
        'Type',
        'Code',
        'Mobile',
        'Email',
        'City',
        'Group',
        'Allowed debit amount',
        'Overdue days',
        'Pricing list',
        'Note',
      ],
      [
        'Zagros Market',
        'شركة',
        'C-1',
        '0750 1',
        'z@example.com',
        'Soran',
        'Shops',
        1500000,
        45,
        'wholesale',
        'pays late',
      ],
      ['Walk-in', null, null, null, null, null, null, null, null, null, null],
    ]);
    const choices = [create('cities', 'Soran'), create('customer_groups', 'Shops')];
    expect(await runImport(office, 'customers', requestOf(rows, { choices }))).toMatchObject({
      imported: 2,
      problems: [],
    });
    const [zagros, walkIn] = await recordsOf('customer', 'consumer_name', ['Zagros Market', 'Walk-in']);
    const [city] = await recordsOf('city', 'city_name', ['Soran']);
    expect(zagros).toMatchObject({
      customer_type: 'company',
      code: 'C-1',
      mobile: '0750 1',
      city_fk: city?.['id'],
      allowed_debit_amount: '1500000',
      overdue_days: 45,
      pricing_profile_fk: 1,
      note: 'pays late',
    });
    expect(walkIn).toMatchObject({ customer_type: 'individual', allowed_debit_amount: null });

    const suppliers = await fileOf(office, 'suppliers', [
      ['ناو', 'تەلەفۆنی نووسینگە', 'شار'],
      ['کارگەی ئارد', '066 1', 'soran'],
    ]);
    expect(await runImport(office, 'suppliers', requestOf(suppliers.rows))).toMatchObject({ imported: 1 });
    expect(await recordsOf('supplier', 'consumer_name', ['کارگەی ئارد'])).toMatchObject([
      { office_phone: '066 1', city_fk: city?.['id'], supplier_type: 'company' },
    ]);
    const again = await check(office, 'suppliers', requestOf(suppliers.rows));
    expect(again.problems).toMatchObject([
      { row: 2, column: 'office_phone', message: expect.stringContaining('This telephone is that of') },
      { row: 2, column: 'name', message: expect.stringMatching(/is that of .* already/) },
    ]);
  });
});

describe('all or nothing', () => {
  it('stores nothing when a row has a problem, unless only the good rows were asked for', async () => {
    const before = await present('item');
    const rows = [...many(3, 'Half'), ...rowsOf([{ item_name: 'No unit' }]).map((row) => ({ ...row, row: 5 }))];
    expect(await runImport(office, 'items', requestOf(rows))).toMatchObject({
      imported: 0,
      problems: [{ row: 5, column: 'base_unit', message: 'Base unit is required' }],
    });
    const undecided = rowsOf([{ item_name: 'New unit', base_unit: 'Barrel' }]);
    expect(await runImport(office, 'items', requestOf(undecided), { language: 'en' })).toMatchObject({
      imported: 0,
      problems: [{ row: 2, column: 'base_unit', message: expect.stringContaining('create it') }],
    });
    expect(await present('item')).toEqual(before);
    expect(await runImport(office, 'items', requestOf(rows, { good_rows_only: true }))).toMatchObject({
      imported: 3,
      skipped: 1,
      problems: [{ row: 5, column: 'base_unit' }],
    });
    expect((await present('item')).records).toBe(before.records + 3);
  });

  it('takes back what was stored when a row is refused in the middle', async () => {
    const before = await present('item');
    const rows = many(1500, 'Race');
    const started = await start(office, 'items', requestOf(rows), { language: 'ckb' });
    const jobId = String(started.body.data['job_id']);
    while ((await present('item')).records <= before.records + 5)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const units = [{ ...itemBody(shop.unit, 'x').item_units[0], barcodes: ['race-1490'] }];
    await office.add('items', itemBody(shop.unit, 'Quicker', { item_units: units }));
    const result = await resultOf(office, jobId);
    expect(result).toMatchObject({
      imported: 0,
      cancelled: false,
      created: {},
      problems: [{ row: 1492, column: 'barcode', message: expect.stringContaining('بارکۆد') }],
    });
    expect(await present('item')).toEqual({ records: before.records + 1, taken: before.taken + 1 });
  });

  it('reports names that remain because reversed rows had used them', async () => {
    const rows = many(600, 'Used').map((importRow) => ({
      ...importRow,
      cells: { ...importRow.cells, category: 'Used once' },
    }));
    const before = await present('item');
    const started = await start(office, 'items', requestOf(rows, { choices: [create('categories', 'Used once')] }));
    while ((await present('item')).records <= before.records + 5)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const units = [{ ...itemBody(shop.unit, 'x').item_units[0], barcodes: ['used-590'] }];
    await office.add('items', itemBody(shop.unit, 'Quick again', { item_units: units }));
    expect(await resultOf(office, String(started.body.data['job_id']))).toMatchObject({
      imported: 0,
      created: { categories: 1 },
      problems: [
        { row: 592, column: 'barcode' },
        { row: 0, column: null, message: expect.stringContaining('“Used once” was made for the import and stays') },
      ],
    });
    expect((await present('item')).records).toBe(before.records + 1);
  });

  it('leaves nothing of what was cancelled', async () => {
    const before = await present('item');
    const request = requestOf(many(1500, 'Cancelled'));
    const jobId = String((await start(office, 'items', request)).body.data['job_id']);
    for (let progress = '0 '; !/^[1-9]\d* of 1500$/.test(progress); ) {
      progress = String((await office.send('GET', `jobs/${jobId}`)).body.data['progress']);
    }
    expect((await office.send('POST', `jobs/${jobId}/cancel`, {})).status).toBe(200);
    expect(await resultOf(office, jobId)).toMatchObject({
      imported: 0,
      cancelled: true,
      problems: [{ row: 0, column: null, message: 'The import was cancelled; nothing of it was kept' }],
    });
    expect(await present('item')).toEqual(before);
    // The names are no longer used.
    expect((await check(office, 'items', request)).problems).toEqual([]);
  });

  it('leaves nothing when the permission is withdrawn while it runs', async () => {
    const before = await present('item');
    const person = await signedIn(office, 'importer', ['items/import']);
    const started = await start(office, 'items', requestOf(many(1500, 'Withdrawn')), person);
    while ((await present('item')).records <= before.records + 5)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const role_fk = await office.add('roles', { role_name: 'Imports no more', permissions: ['items/index'] });
    expect((await office.send('POST', `users/${person.id}/set_roles`, { role_fk })).status).toBe(200);
    const result = await resultOf(office, String(started.body.data['job_id']), person);
    expect(result).toMatchObject({ imported: 0, cancelled: false });
    expect(result.problems[0]?.message).toBe('You do not have the permission: Items – Import from Excel');
    expect(await present('item')).toEqual(before);
  }, 120_000);

  it('sent twice with one key is one import; the job is nobody else’s', async () => {
    const before = await present('item');
    const request = requestOf(many(20, 'Once'));
    const [first, second] = [
      await start(office, 'items', request, { key: 'once' }),
      await start(office, 'items', request, { key: 'once' }),
    ];
    const jobId = String(first.body.data['job_id']);
    expect(second.body.data['job_id']).toBe(jobId);
    expect(await resultOf(office, jobId)).toMatchObject({ imported: 20 });
    expect((await present('item')).records).toBe(before.records + 20);
    const clerk = await office.person('imports-clerk', ['items/import']);
    expect((await office.send('GET', `jobs/${jobId}`, undefined, { token: clerk })).status).toBe(404);
    expect(await runImport(office, 'items', requestOf(many(2, 'Hers')), { token: clerk })).toMatchObject({
      imported: 2,
    });
    const stranger = await office.person('imports-stranger', ['customers/import', 'items/store']);
    expect((await start(office, 'items', request, { token: stranger })).status).toBe(403);
  });
});

/** A file has at most 4,999 rows; `npm test` imports more than one batch. */
const ROWS = rounds(1_100, 4_999);

describe('as many items as a file may have', () => {
  it('are imported, each once and in their order', async () => {
    const before = await present('item');
    const result = await runImport(office, 'items', requestOf(many(ROWS, 'Bulk')));
    expect(result).toMatchObject({ imported: ROWS, problems: [] });
    expect((await present('item')).records).toBe(before.records + ROWS);
    const { rows } = await database.query<{ name: string }>(
      `select data ->> 'item_name' as name from log.event
       where type = 'item.registered' and data ->> 'item_name' like 'Bulk %' order by split_part(stream, '-', 2)::int`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: ROWS }, (_, n) => `Bulk ${n}`));
  });
});
