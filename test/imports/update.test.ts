/** Imports that change records which are there, for every kind of record that can be imported (docs/decisions/0209). */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommands } from '../../command-api/commands/open-commands.ts';
import type { CommandHandler } from '../../command-api/handling/handler.ts';
import { Interrupted } from '../../command-api/jobs/queue.ts';
import { importWork } from '../../command-api/spreadsheets/job.ts';
import { packed } from '../../command-api/spreadsheets/job-data.ts';
import { IMPORT_FORMATS, isRecordFormat } from '../../domain/imports/formats.ts';
import type { CheckedImport, RowUpdate, ShownFormat } from '../../domain/imports/import-format.ts';
import type { RecordFormat } from '../../domain/imports/record-format.ts';
import { membersOf } from '../../domain/values/members.ts';
import { openIdentity } from '../../identity/identity.ts';
import { scopeOf } from '../../identity/session-scope.ts';
import { TODAY } from '../api/api.ts';
import { signedIn } from '../api/people.ts';
import { itemBody, openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { check, requestOf, resultOf, rowsOf, runImport, start } from './requests.ts';

type Cells = Readonly<Record<string, string>>;

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

const updatable = IMPORT_FORMATS.filter((format): format is RecordFormat =>
  Boolean(isRecordFormat(format) && format.updating),
);

const update = (rows: readonly Cells[], key = 'record_id', mode = 'update') =>
  requestOf(rowsOf(rows), { parameters: { mode, key } });

async function present(format: string, token = office.token): Promise<Cells[]> {
  const { status, data } = await office.read(`imports/present/${format}`, token);
  expect(status, JSON.stringify(data)).toBe(200);
  return data['rows'] as unknown as Cells[];
}
const rowOf = async (format: string, id: number, token?: string): Promise<Cells> =>
  (await present(format, token)).find((row) => row['record_id'] === String(id)) ?? {};

async function eventsOf(stream: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from log.event where stream = $1',
    [stream],
  );
  return rows[0]?.count ?? 0;
}

const only = ({ updates = [] }: CheckedImport): RowUpdate => {
  expect(updates).toHaveLength(1);
  return updates[0] as RowUpdate;
};
const changesOf = ({ updates = [] }: CheckedImport) =>
  updates.map(({ is, changes }) => `${is} ${changes.map(({ column, from, to }) => `${column}: ${from} → ${to}`)}`);
const messages = ({ problems }: Pick<CheckedImport, 'problems'>) =>
  problems.map(({ row, column, message }) => `${row} ${column}: ${message}`);

/** The columns of which another one lives: the names are unique, and the units stand in the cells of an item. */
const NAMED: Readonly<Record<string, readonly [string, string]>> = {
  category: ['Grains', 'Drinks'],
  sub_category: ['Short', 'Long'],
  base_unit: ['Piece 1', 'Piece 2'],
  alternative_unit: ['Pack 1', 'Sack 1'],
  alternative_unit_2: ['Pack 2', 'Sack 2'],
  alternative_unit_3: ['Pack 3', 'Sack 3'],
  alternative_unit_4: ['Pack 4', 'Sack 4'],
  default_unit: ['Pack 1', 'Pack 2'],
  pricing_list: ['Wholesale', 'Retail'],
  debit: ['', '4'],
  overdue_days: ['30', '31'],
  chart_account: ['1210', '1220'],
  category_above: ['Grains', 'Drinks'],
  ...{
    role: ['', 'roles 1'],
    own_outlet: ['Bazaar', 'outlets 2'],
    own_inventory: ['', 'Bazaar store'],
    own_account: ['', 'Till'],
  },
  ...{ is_cashier: ['no', 'yes'], language: ['en', 'ar'] },
  ...{ promotion_status: ['draft', 'inactive'] },
  ...{ start_date: ['2027-01-02', '2027-01-03'], end_date: ['2027-02-02', '2027-02-03'], reward_percentage: ['', '5'] },
  ...{ reward_amount: ['', '5'], minimum_amount: ['7', '8'], currency: ['US dollar', 'Iraqi dinar'] },
  ...{ bought_item: ['Tea 1', 'Tea 2'], bought_item_2: ['Tea 3', 'Tea 4'], bought_item_3: ['Tea 5', 'Tea 6'] },
  ...{ given_item: ['Tea 1', 'Tea 2'], given_item_2: ['Tea 3', 'Tea 4'], given_item_3: ['Tea 5', 'Tea 6'] },
};
type Column = ShownFormat['columns'][number];
let count = 0;

/** A value of the column, and another one. */
function twoValues({ name, kind, values = [], resource = '' }: Column): readonly [string, string] {
  const known = NAMED[name];
  if (known) return known;
  count += 1;
  switch (kind) {
    case 'amount':
    case 'quantity':
      return ['5', '4'];
    case 'percent':
      return ['5', '4'];
    case 'whole':
      return ['30', '31'];
    case 'yes_no':
      return ['yes', 'no'];
    case 'option':
      return [values[0] ?? '', values[1] ?? ''];
    case 'code':
      return [`77000${count}`, `88000${count}`];
    case 'date':
      return ['2027-01-02', '2027-01-03'];
    case 'reference':
      return resource === 'units' ? ['Piece 1', 'Piece 2'] : [`${resource} 1`, `${resource} 2`];
    case 'text':
      if (isTelephone(name)) return [`0750 555 0${100 + count}`, `0770 555 0${100 + count}`];
      if (name === 'email') return [`one${count}@shop.example`, `other${count}@shop.example`];
      return [`${name} ${count}`, `other ${name} ${count}`];
  }
}

const isTelephone = (column: string): boolean => column === 'mobile' || column.includes('phone');

describe('a cell that is changed in what has left', () => {
  beforeAll(async () => {
    const named = { categories: 'category_name', brands: 'brand_name', cities: 'city_name', countries: 'country_name' };
    const all = { ...named, customer_groups: 'customer_group_name' };
    for (const [resource, field] of Object.entries(all)) {
      for (const number of [1, 2]) await office.add(resource, { [field]: `${resource} ${number}` });
    }
    const grains = await office.add('categories', { category_name: 'Grains' });
    await office.add('categories', { category_name: 'Drinks' });
    for (const category_name of ['Short', 'Long']) await office.add('categories', { category_name, parent_fk: grains });
    for (const profile_name of ['Wholesale', 'Retail']) await office.add('pricing_profiles', { profile_name });
    const units = Object.entries(NAMED).flatMap(([column, names]) => (column.includes('unit') ? names : []));
    for (const unit_name of new Set(units)) await office.add('units', { unit_name });
    for (const number of [1, 2, 3, 4, 5, 6]) await office.add('items', itemBody(shop.unit, `Tea ${number}`));
    await office.add('roles', { role_name: 'roles 1', permissions: ['brands/index'] });
    await office.add('outlets', { outlet_name: 'outlets 2' });
  });

  it.each(updatable.map((format) => [format.name, format] as const))(
    'changes that cell alone and can be taken back: %s',
    async (name, { resource, kind }) => {
      const shown = (await office.read(`imports/${name}`)).data as unknown as ShownFormat;
      const columns = shown.columns.filter((column) => column.name !== 'record_id');
      const two = new Map(columns.map((column) => [column.name, twoValues(column)]));
      const first = Object.fromEntries(
        [...two].flatMap(([column, [value]]) => (value === '' ? [] : [[column, value]])),
      );
      const before = new Set((await present(name)).map((row) => row['record_id']));
      const made = await runImport(office, name, requestOf(rowsOf([first])));
      expect(made.problems).toEqual([]);
      await office.read(resource);
      const id = Number((await present(name)).find((row) => !before.has(row['record_id'] ?? ''))?.['record_id']);
      const left = await rowOf(name, id);
      // Everything that came in leaves again.
      expect(Object.keys(left).toSorted()).toEqual([...Object.keys(first), 'record_id'].toSorted());
      expect(changesOf(await check(office, name, update([left])))).toEqual(['same ']);
      let stored = 0;
      for (const [column, [, other]] of two) {
        const now = await rowOf(name, id);
        const asked = update([{ ...now, [column]: other }]);
        const checked = await check(office, name, asked);
        const { is, changes } = only(checked);
        expect([column, is, changes.map((change) => change.column)]).toEqual([column, 'changed', [column]]);
        if (checked.problems.length > 0) continue;
        stored += 1;
        const events = await eventsOf(`${kind}-${id}`);
        const started = await start(office, name, asked);
        const job = String(started.body.data['job_id']);
        expect(await resultOf(office, job)).toMatchObject({ imported: 1, updated: 1, unchanged: 0, problems: [] });
        await office.jobIsDone();
        expect(await eventsOf(`${kind}-${id}`)).toBe(events + 1);
        expect(await rowOf(name, id)).toEqual({ ...now, [column]: other });
        const back = await office.send('POST', `imports/made/${job}/take_back`, {});
        expect(await resultOf(office, String(back.body.data['job_id']))).toMatchObject({ taken_back: 1, kept: [] });
        await office.jobIsDone();
        expect([column, await rowOf(name, id)]).toEqual([column, now]);
      }
      expect(stored).toBeGreaterThan(two.size / 3);
    },
  );
});

describe('an import as an update', () => {
  it('leaves what an empty cell says, clears by the sign, and stores nothing for a row that changes nothing', async () => {
    const id = await office.add('customers', {
      consumer_name: 'Shirin',
      code: 'S1',
      note: 'Old',
      mobile: '0750 111 2233',
    });
    await office.read('customers');
    const asked = update([{ code: 'S1', name: '', note: '-', allowed_debit_amount: '250000' }], 'code');
    const checked = await check(office, 'customers', asked);
    expect(changesOf(checked)).toEqual(['changed allowed_debit_amount: null → 250000,note: Old → null']);
    expect(checked).toMatchObject({ ready: 1, problems: [] });
    expect(await runImport(office, 'customers', asked)).toMatchObject({ imported: 1, updated: 1 });
    await office.jobIsDone();
    const { data } = await office.read(`customers/${id}`);
    expect(data).toMatchObject({
      consumer_name: 'Shirin',
      note: null,
      mobile: '0750 111 2233',
      allowed_debit_amount: '250000',
    });
    const events = await eventsOf(`customer-${id}`);
    expect(await runImport(office, 'customers', asked)).toMatchObject({ imported: 0, unchanged: 1, problems: [] });
    expect(await eventsOf(`customer-${id}`)).toBe(events);
  });

  it('tells rows that meet no record, several, or one that another row means too, each with its row', async () => {
    for (const code of ['T1', 'T2']) await office.add('customers', { consumer_name: 'Twin', code });
    await office.add('customers', { consumer_name: 'Single', code: 'T3' });
    await office.read('customers');
    const rows = [
      { name: 'Twin', note: 'a' },
      { name: 'Nobody here', note: 'a' },
      { name: 'Single', note: 'a' },
      { name: 'single ', note: 'b' },
      { note: 'c' },
    ];
    const checked = await check(office, 'customers', update(rows, 'name'));
    expect(checked.updates?.map(({ row, is }) => `${row} ${is}`)).toEqual(['2 several', '3 not_found', '6 not_found']);
    expect(messages(checked)).toEqual([
      '2 name: “Twin” belongs to more than one record; name them by number, code or barcode',
      '3 name: No record has “Nobody here” here',
      '4 name: The same record is meant by these rows too: 5',
      '5 name: The same record is meant by these rows too: 4',
      '6 name: Name is required',
    ]);
    const both = await check(office, 'customers', update(rows.slice(1, 3), 'name', 'both'));
    expect(both.updates?.map(({ is }) => is)).toEqual(['new', 'changed']);
    const unknown = await check(
      office,
      'customers',
      update([{ record_id: '99999', name: 'New?' }], 'record_id', 'both'),
    );
    expect(unknown.updates?.map(({ is }) => is)).toEqual(['not_found']);
  });

  it('adds and changes together, and names the record that has the code of a new row', async () => {
    await office.add('suppliers', { consumer_name: 'Old mill', code: 'M1' });
    await office.read('suppliers');
    const rows = [
      { code: 'M1', note: 'changed' },
      { code: 'M2', name: 'New mill' },
    ];
    expect(messages(await check(office, 'suppliers', requestOf(rowsOf([{ code: 'M1', name: 'Other' }]))))).toEqual([
      '2 code: “M1” is that of “Old mill” already',
    ]);
    expect(await runImport(office, 'suppliers', update(rows, 'code', 'both'))).toMatchObject({
      imported: 2,
      updated: 1,
    });
  });

  it('finds goods by a barcode of any unit, and changes the unit that a cell names, whatever its place', async () => {
    const [box, carton] = [
      await office.add('units', { unit_name: 'BoxU' }),
      await office.add('units', { unit_name: 'CartonU' }),
    ];
    const unit = (unit_fk: number, base_unit_qty: string, more: object) => ({
      ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
      ...{ sale_price: '10', barcodes: [], ...more },
    });
    const item_units = [
      unit(shop.unit, '1', { barcodes: ['5000111', '5000112'] }),
      unit(box, '12', { barcodes: ['5000113'] }),
      unit(carton, '24', {}),
    ];
    const id = await office.add('items', { item_name: 'Soap', item_units });
    await office.read('items');
    const rows = [{ barcode: '5000112', alternative_unit: 'CartonU', alternative_price: '230' }];
    const checked = await check(office, 'items', update(rows, 'barcode'));
    expect(changesOf(checked)).toEqual(['changed alternative_price: 10 → 230']);
    expect(await runImport(office, 'items', update(rows, 'barcode'))).toMatchObject({ updated: 1 });
    await office.jobIsDone();
    const { data } = await office.read(`items/${id}`);
    expect(data['item_units']).toMatchObject([
      { barcodes: ['5000111', '5000112'] },
      { unit_fk: box, sale_price: '10' },
      { unit_fk: carton, sale_price: '230' },
    ]);
  });

  it('needs the right to change records, and a key', async () => {
    const person = await signedIn(office, 'adder', ['customers/import']);
    const asked = update([{ record_id: '1', note: 'x' }]);
    expect(messages(await check(office, 'customers', asked, person))).toContainEqual(
      '0 mode: You do not have the permission: Customers – Edit',
    );
    expect((await office.read('imports/present/customers', person.token)).status).toBe(403);
    expect(
      messages(
        await check(office, 'customers', requestOf(rowsOf([{ note: 'x' }]), { parameters: { mode: 'update' } })),
      ),
    ).toEqual(['0 key: Records are found by is required']);
  });

  it('has the levels of the inventories of the person, and leaves those of others as they are', async () => {
    const outlet = await office.add('outlets', { outlet_name: 'Airport' });
    const other = await office.add('inventories', { inventory_name: 'Airport store', outlet_fk: outlet });
    const levels = [
      { inventory_fk: shop.inventory, minimum: '5', maximum: '9' },
      { inventory_fk: other, minimum: '70', maximum: null },
    ];
    await office.send('PATCH', `items/${shop.item}`, { inventory_levels: levels });
    await office.read('items');
    const person = await signedIn(office, 'keeper', ['items/import', 'items/update', 'items/index'], {
      ...{ outlets: [shop.outlet], inventories: [shop.inventory] },
    });
    const row = await rowOf('items', shop.item, person.token);
    expect(Object.keys(row).filter((column) => column.startsWith('minimum'))).toEqual([`minimum_${shop.inventory}`]);
    const asked = update([{ record_id: String(shop.item), [`minimum_${shop.inventory}`]: '6' }]);
    expect(changesOf(await check(office, 'items', asked, person))).toEqual([
      `changed minimum_${shop.inventory}: 5 → 6`,
    ]);
    const foreign = await check(
      office,
      'items',
      update([{ record_id: String(shop.item), [`minimum_${other}`]: '1' }]),
      person,
    );
    expect(messages(foreign)).toEqual([`2 null: minimum_${other} is not a column of this import`]);
    const started = await start(office, 'items', asked, person);
    const job = String(started.body.data['job_id']);
    expect(await resultOf(office, job, person)).toMatchObject({ updated: 1 });
    await office.jobIsDone();
    const levelsNow = async () => (await office.read(`items/${shop.item}`)).data['inventory_levels'];
    expect(await levelsNow()).toMatchObject([{ ...levels[0], minimum: '6' }, levels[1] ?? {}]);
    const back = await office.send('POST', `imports/made/${job}/take_back`, {}, person);
    expect(await resultOf(office, String(back.body.data['job_id']), person)).toMatchObject({ taken_back: 1 });
    await office.jobIsDone();
    expect(await levelsNow()).toMatchObject(levels);
  });
});

describe('two people', () => {
  const shown = (checked: CheckedImport) =>
    (checked.updates ?? []).flatMap(({ row, id, revision }) =>
      id === null || revision === null ? [] : [{ row, id, revision }],
    );

  it('change one record: what was changed after the preview is named and asked about, also where nothing was to change', async () => {
    const ids = await Promise.all(
      ['A', 'B'].map((name) =>
        office.add('customers', { consumer_name: `Pair ${name}`, code: `P${name}`, note: 'first' }),
      ),
    );
    await office.read('customers');
    const asked = update(
      [
        { code: 'PA', note: 'second' },
        { code: 'PB', note: 'first' },
      ],
      'code',
    );
    const checked = await check(office, 'customers', asked);
    expect(checked.updates?.map(({ is }) => is)).toEqual(['changed', 'same']);
    for (const id of ids) await office.send('PATCH', `customers/${id}`, { note: 'theirs' });
    await office.read('customers');
    const result = await runImport(office, 'customers', { ...asked, seen: shown(checked) });
    expect(result).toMatchObject({ imported: 0, updated: 0 });
    expect(messages(result)).toEqual([
      expect.stringMatching(
        /^2 null: “Pair A” was changed by .+ after this was shown\. Look at it again, then import$/,
      ),
      expect.stringMatching(
        /^3 null: “Pair B” was changed by .+ after this was shown\. Look at it again, then import$/,
      ),
    ]);
    const again = await check(office, 'customers', asked);
    expect(changesOf(again)).toEqual(['changed note: theirs → second', 'changed note: theirs → first']);
    expect(await runImport(office, 'customers', { ...asked, seen: shown(again) })).toMatchObject({ updated: 2 });
  });

  it('take back what nobody has changed since, and say what stays', async () => {
    const ids = await Promise.all(
      ['A', 'B'].map((name) => office.add('brands', { brand_name: `Back ${name}`, brand_name_ar: 'قديم' })),
    );
    await office.read('brands');
    const rows = ids.map((id) => ({ record_id: String(id), name_ar: 'جديد' }));
    const started = await start(office, 'brands', update(rows));
    const job = String(started.body.data['job_id']);
    expect(await resultOf(office, job)).toMatchObject({ updated: 2 });
    await office.jobIsDone();
    const { data: things } = await office.read(`imports/made/${job}`);
    expect(things).toMatchObject([{ changed: true }, { changed: true }]);
    await office.send('PATCH', `brands/${ids[1]}`, { brand_name_ckb: 'نوێ' });
    const preview = await office.send('POST', `imports/made/${job}/take_back?dry_run=1`, {});
    expect(preview.body.data).toMatchObject({
      ready: 1,
      kept: [{ title: 'Back B', message: 'It was changed after the import' }],
    });
    const back = await office.send('POST', `imports/made/${job}/take_back`, { partly: true });
    expect(await resultOf(office, String(back.body.data['job_id']))).toMatchObject({ taken_back: 1 });
    await office.jobIsDone();
    const names = await Promise.all(ids.map(async (id) => (await office.read(`brands/${id}`)).data['brand_name_ar']));
    expect(names).toEqual(['قديم', 'جديد']);
    const twice = await office.send('POST', `imports/made/${job}/take_back?dry_run=1`, {});
    expect(membersOf(twice.body.data)).toMatchObject({ ready: 0, gone: 1 });
  });

  it('have nothing changed by an import of which one row is refused while it is stored', async () => {
    const ids = await Promise.all(
      ['X', 'Y'].map((code) => office.add('suppliers', { consumer_name: `Swap ${code}`, code: `SW-${code}` })),
    );
    await office.read('suppliers');
    const rows = ids.map((id, index) => ({
      record_id: String(id),
      code: ['SW-Y', 'SW-X'][index] ?? '',
      note: 'swapped',
    }));
    const result = await runImport(office, 'suppliers', update(rows));
    expect(result.imported).toBe(0);
    expect(result.problems.length).toBeGreaterThan(0);
    await office.jobIsDone();
    const now = await Promise.all(ids.map(async (id) => (await office.read(`suppliers/${id}`)).data));
    expect(now).toMatchObject([
      { code: 'SW-X', note: null },
      { code: 'SW-Y', note: null },
    ]);
  });
});

describe('4,999 rows', () => {
  it('are shown with what they change in a few seconds', async () => {
    const names = Array.from({ length: 4_999 }, (_, index) => `Goods ${index}`);
    const cells = names.map((item_name, index) => ({
      item_name,
      item_code: `G-${index}`,
      base_unit: 'Bag',
      sale_price: '1000',
    }));
    expect(await runImport(office, 'items', requestOf(rowsOf(cells)))).toMatchObject({ imported: 4_999 });
    await office.jobIsDone();
    await office.read('items');
    const rows = cells.map(({ item_code }, index) => ({
      item_code,
      sale_price: index % 10 === 0 ? '1100' : '1000.00',
    }));
    const before = performance.now();
    const checked = await check(office, 'items', update(rows, 'item_code'));
    const seconds = (performance.now() - before) / 1000;
    process.stdout.write(`preview of 4,999 rows: ${seconds.toFixed(1)} s\n`);
    expect(checked).toMatchObject({ ready: 500, problems: [] });
    expect(seconds).toBeLessThan(30);
    expect(await runImport(office, 'items', update(rows, 'item_code'))).toMatchObject({
      updated: 500,
      unchanged: 4_499,
    });
  }, 300_000);
});

describe('a job that ends in the middle', () => {
  it('is taken up again where it ended: each record is changed once', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Broken ${index}`);
    await runImport(office, 'brands', requestOf(rowsOf(names.map((name) => ({ name })))));
    await office.jobIsDone();
    await office.read('brands');
    const { command: databaseUrl } = rolesAt(office.database.url);
    const commands = await openCommands({ databaseUrl, clock: () => TODAY });
    const identity = await openIdentity({ databaseUrl, store: commands.store });
    try {
      const person = await signedIn(office, 'mender', ['brands/import', 'brands/update']);
      const asked = update(
        names.map((name) => ({ name, name_ar: 'مكسور' })),
        'name',
      );
      const { sub, sid } = JSON.parse(Buffer.from(String(person.token.split('.')[1]), 'base64url').toString());
      const signed = await identity.person(Number(sub), sid);
      if (!signed) throw new Error('the session is over');
      const scope = JSON.parse(JSON.stringify(scopeOf({ person: signed, sid })));
      const data = {
        user_id: signed.user_id,
        scope,
        format: 'brands',
        packed: packed(asked),
        language: 'en',
        command_id: randomUUID(),
      };
      const stop = new AbortController();
      let handled = 0;
      const handle: CommandHandler['handle'] = async (request) => {
        const answer = await commands.handler.handle(request);
        handled += 1;
        if (handled === 7) stop.abort('stopped');
        return answer;
      };
      const watched = { handle, states: commands.handler.states } as unknown as CommandHandler;
      const progress = async () => undefined;
      const first = importWork({ ...commands, handler: watched }, identity, () => TODAY);
      await expect(first(data, { signal: stop.signal, progress })).rejects.toBeInstanceOf(Interrupted);
      const again = importWork(commands, identity, () => TODAY);
      const result = await again(data, { signal: new AbortController().signal, progress });
      expect(result).toMatchObject({ imported: 40, updated: 40, problems: [] });
      const { rows } = await database.query<{ count: number }>(
        `select count(*)::int as count from log.event where type = 'brand.amended' and data::text like '%مكسور%'`,
      );
      expect(rows).toEqual([{ count: 40 }]);
    } finally {
      await identity.close();
      await commands.close();
    }
  });
});
