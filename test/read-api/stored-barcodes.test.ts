/** Barcodes that earlier versions stored and claimed as they were typed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareClaims } from '../../command-api/claims-of-log/against-log/compare-claims.ts';
import { rebuildClaims } from '../../command-api/claims-of-log/from-log/rebuild-claims.ts';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { checkDigit } from '../../domain/catalogue/barcode.ts';
import { keyOfCode } from '../../domain/catalogue/code.ts';
import { defined } from '../../domain/values/defined.ts';
import { foldName } from '../../domain/values/fold-name.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { describeCodes, severalWithOneCode } from '../../launcher/health/doubled-codes.ts';
import { MIGRATIONS_FOLDER } from '../../migrations/migrate.ts';
import { itemBody, openShop, type Shop } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

const SET = 'item.item_units.barcodes';
/** In the order of their items: two have one number, and some were typed as no scanner types. */
const STORED = {
  Cola: '036000291452',
  'Cola of another import': '0036000291452',
  Tea: '٦٢٩١٠٤١٥٠٠٢١٣',
  Eggs: "'96385074",
  Oil: '6291041 500435',
  Rice: '2000000000022',
  Nuts: 'AB-12 x',
  Bread: '४००६३८१३३३९३१',
  Salt: '000123',
} as const;

let office: Office;
let shop: Shop;
let store: Awaited<ReturnType<typeof openPostgresStore>>;
let database: pg.Client;
const ids = new Map<string, number>();

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command, countries: '/none' });
  store = await openPostgresStore({ url: office.database.url });
  database = new pg.Client({ connectionString: office.database.url });
  await database.connect();
  const { rows } = await database.query<{ data: object }>(
    `select data from log.event where type = 'item.registered' order by position limit 1`,
  );
  for (const [name, barcode] of Object.entries(STORED)) ids.set(name, await storedBefore(name, barcode, rows[0]?.data));
});
afterAll(async () => {
  await database?.end();
  await store?.close();
  await office?.close();
});

/** Stores an item as an earlier version did. */
async function storedBefore(item_name: string, barcode: string, like: object | undefined): Promise<number> {
  const id = await store.nextId('item');
  const [stream, commandId] = [`item-${id}`, uuid()];
  const { item_units } = bodyOf(item_name, barcode);
  await store.append({
    commandId,
    writes: [
      {
        ...{ stream, expectedRevision: NO_STREAM },
        events: [{ id: uuid(), type: 'item.registered', v: 1, data: { ...like, item_name, item_units } as never }],
      },
    ],
    claims: [
      { kind: 'unique', set: SET, key: foldName(barcode), owner: stream, action: 'take', field: 'item_units' },
      { kind: 'use', record: `unit-${shop.unit}`, field: 'item_units.0.unit_fk' },
      { kind: 'record', record: stream, action: 'register', field: '' },
    ],
    meta: { actor: '1', commandId },
  });
  return id;
}

const bodyOf = (name: string, ...barcodes: string[]) =>
  itemBody(shop.unit, name, {
    item_units: [
      { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes },
    ],
  }) as { item_name: string; item_units: object[] };

const ownerOf = (name: string) => `item-${ids.get(name)}`;
const change = (name: string, body: object) => office.send('PATCH', `items/${ids.get(name)}`, body);
const newItem = (barcode: string) => office.send('POST', 'items', bodyOf(`New ${barcode}`, barcode));

async function differences(): Promise<readonly string[]> {
  const compared = await compareClaims({ store, databaseUrl: office.database.url, inKurrentDb: false });
  if ('because' in compared) throw new Error(compared.because);
  return compared.answers.flatMap(({ findings }) => findings);
}

const askRows = async (sql: string) => (await database.query(sql)).rows;
const doubled = () => severalWithOneCode(askRows);

/** The table is there: only what it was made for runs again. */
const migrate = () =>
  database.query(
    readFileSync(join(MIGRATIONS_FOLDER, '0049-one-key-for-a-code', 'up.sql'), 'utf8').replace(
      /create table claim\.taken_beside \([^;]*;/,
      '',
    ),
  );

describe('a barcode that was stored as it was typed', () => {
  it('is claimed by its key after the migration, as a replay of the log claims it', async () => {
    expect((await differences()).length).toBeGreaterThan(0);
    await migrate();
    expect(await differences()).toEqual([]);
    const { rows } = await database.query(`select key, owner from claim.taken where "set" = $1`, [SET]);
    const wanted = Object.entries(STORED).filter(([name]) => name !== 'Cola of another import');
    expect(new Set(rows.map(({ key, owner }) => `${key} ${owner}`))).toEqual(
      new Set(wanted.map(([name, code]) => `${keyOfCode(code)} ${ownerOf(name)}`)),
    );
  });

  it('stays with both items that had it, and "npm run doctor" names them', async () => {
    expect(await doubled()).toEqual([
      { key: '36000291452', records: [ownerOf('Cola'), ownerOf('Cola of another import')] },
    ]);
    const [first, second] = [ownerOf('Cola'), ownerOf('Cola of another import')];
    const told = '1 of several items, from an earlier version: take each from all but one';
    expect(await describeCodes(askRows, '\n')).toBe(`${told}\n36000291452: ${first}, ${second}`);
    expect((await change('Cola of another import', { item_name: 'Cola, other' })).status).toBe(200);
  });

  it('is found, each item by the spelling that it has', async () => {
    const foundBy = async (code: string) =>
      (await office.read(`items/scanned?code=${encodeURIComponent(code)}`)).data?.['item_fk'];
    // The models follow the log without being told of these events.
    await expect.poll(() => foundBy('000123')).toBe(ids.get('Salt'));
    for (const [name, code] of Object.entries(STORED))
      expect([name, await foundBy(code)]).toEqual([name, ids.get(name)]);
    expect(await foundBy('6291041500213')).toBe(ids.get('Tea'));
    expect(await foundBy('4006381333931')).toBe(ids.get('Bread'));
    expect(await foundBy('6291041500435')).toBe(ids.get('Oil'));
  });

  it('is refused for a new item in every spelling, and free when the last one gives it back', async () => {
    for (const code of ['00036000291452', '6291041500213', '96385074', '6291041500435', '4006381333931', 'ab-12 X']) {
      expect([code, (await newItem(code)).status]).toEqual([code, 422]);
    }
    const withoutCode = (name: string) => change(name, { item_units: bodyOf(name).item_units });
    expect((await withoutCode('Cola')).status).toBe(200);
    expect(await differences()).toEqual([]);
    expect([await doubled(), (await newItem('036000291452')).status]).toEqual([[], 422]);
    expect((await withoutCode('Cola of another import')).status).toBe(200);
    expect((await newItem('036000291452')).status).toBe(201);
    expect(await differences()).toEqual([]);
  });

  it('is the same when claims are made again from the log', async () => {
    const taken = async () =>
      (await database.query('select "set", key, owner from claim.taken order by 1, 2')).rows as unknown[];
    const before = await taken();
    await rebuildClaims({ store, databaseUrl: office.database.url, inKurrentDb: false });
    expect(await taken()).toEqual(before);
  });

  it('is kept by its item where a format of the scales claims it, and no new one is', async () => {
    expect((await change('Rice', { item_units: bodyOf('Rice', STORED.Rice, '4000000000013').item_units })).status).toBe(
      200,
    );
    const refused = await change('Rice', { item_units: bodyOf('Rice', STORED.Rice, '2000000000107').item_units });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['item_units.0.barcodes']]);
    expect(refused.body.message).toContain('2000000000107');
  });

  it('is stored as a scanner types it when its item is saved again', async () => {
    const id = defined(ids.get('Tea'));
    expect((await change('Tea', { item_units: bodyOf('Tea', STORED.Tea).item_units })).status).toBe(200);
    const { data } = await office.read(`items/${id}`);
    expect(data['item_units']).toMatchObject([{ barcodes: ['6291041500213'] }]);
    expect(await differences()).toEqual([]);
  });
});

describe('the formats of the scales', () => {
  const weight = { holds: 'weight', item_digits: 5, decimals: 3 };
  const setTo = (prefixes: readonly string[], more: object = {}) =>
    office.send('PATCH', 'till_settings/1', { scales: [{ ...weight, prefixes }], ...more });

  it('are asked about where they newly claim codes of goods, which are named', async () => {
    expect((await setTo(['23'])).status).toBe(200);
    const asked = await setTo(['23', '20']);
    expect([asked.status, asked.body.code]).toEqual([422, 'confirmation']);
    expect(asked.body.errors?.['scales.0.prefixes']?.[0]).toContain(`${STORED.Rice}`);
    expect(asked.body.errors?.['scales.0.prefixes']?.[0]).toContain('(Rice)');
    expect((await setTo(['23', '20'], { confirmed: true })).status).toBe(200);
    // The format of before claimed it too.
    expect((await setTo(['23', '20', '21'])).status).toBe(200);
  });

  it('permit every code for new goods that they do not claim', async () => {
    expect((await setTo(['23'])).status).toBe(200);
    expect((await newItem('2000000000107')).status).toBe(201);
    expect((await newItem(`230000000010${checkDigit('230000000010')}`)).status).toBe(422);
  });

  it('claim a code as a GTIN-14 and as the code of an item as well, which a till finds too', async () => {
    const label = (twelve: string) => `${twelve}${checkDigit(twelve)}`;
    const [longer, own] = [`0${label('250000000010')}`, label('250000000020')];
    const coded = (item_code: string) =>
      office.send('POST', 'items', { ...bodyOf(`Of ${item_code}`, `code of ${item_code}`), item_code });
    expect((await setTo(['23'])).status).toBe(200);
    expect((await newItem(longer)).status).toBe(201);
    const { id } = (await coded(own)).body.data as { id: number };
    const asked = await setTo(['25']);
    expect([asked.status, asked.body.code]).toEqual([422, 'confirmation']);
    expect(asked.body.errors?.['scales.0.prefixes']?.[0]).toContain(longer);
    expect(asked.body.errors?.['scales.0.prefixes']?.[0]).toContain(own);
    expect((await setTo(['25'], { confirmed: true })).status).toBe(200);
    const refused = [
      await newItem(`0${label('250000000030')}`),
      await newItem(`٢٥٠٠٠٠٠٠٠٠٤٠${checkDigit('250000000040')}`),
      await coded(label('250000000050')),
    ];
    expect(refused.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
      [422, ['item_units.0.barcodes']],
      [422, ['item_units.0.barcodes']],
      [422, ['item_code']],
    ]);
    // The item keeps the code that it has.
    expect((await office.send('PATCH', `items/${id}`, { item_code: own, item_name: 'Renamed' })).status).toBe(200);
  });
});
