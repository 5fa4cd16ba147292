import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { currentBuild } from '../../projector/builds/build.ts';
import { verify } from '../../projector/verify/verify.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { type Office, openOffice } from '../read-api/office.ts';

let office: Office;
let shop: Shop;
let client: pg.Client;
let schema: string;
let drops: number;
let phone: number;
let back: number;
const dataDir = mkdtempSync(join(tmpdir(), 'daftar-verify-'));

const EARLY = { batch_number: 'E1/a', expire_date: '2026-12-31' };
const LATE = { batch_number: 'L2', expire_date: '2027-06-30' };
const line = (item: number, quantity: string, more: object = {}) => ({
  ...{ item_fk: item, unit_fk: shop.unit, quantity, price: '1000', ...more },
});

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  back = await office.add('inventories', { inventory_name: 'Back room', outlet_fk: shop.outlet });
  drops = await office.add('items', itemBody(shop.unit, 'Eye drops', { has_expire: true, has_batch_number: true }));
  phone = await office.add('items', itemBody(shop.unit, 'Telephone', { serial_numbers: 'at_receipt' }));
  await office.add('purchases', {
    ...purchaseBody(shop, '1', { lines: [line(drops, '10', EARLY), line(drops, '8', LATE)] }),
    date: '2026-03-01',
  });
  const pieces = ['P-1', 'P-2', 'P-3'].map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' }));
  await office.add('purchases', {
    ...purchaseBody(shop, '1', { lines: [line(phone, '3', { batches: pieces })] }),
    date: '2026-03-01',
  });
  await office.add('sales', { ...saleBody(shop, '1', { lines: [line(drops, '4')] }), date: '2026-03-03' });
  await office.add('sales', {
    ...saleBody(shop, '1', { lines: [line(phone, '1', { batches: pieces.slice(0, 1) })] }),
    date: '2026-03-03',
  });
  client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  expect(await acrossFindings(office)).toEqual([]);
  schema = (await currentBuild(client))?.schema ?? '';
});
afterAll(async () => {
  await client?.end();
  await office?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What is found while a change is there; the rows are put back afterwards. */
async function found(table: string, change: string): Promise<readonly string[]> {
  const own = table.replace('{s}', schema);
  const { rows } = await client.query<{ column: string }>(
    `select quote_ident(attname) as column from pg_attribute
     where attrelid = '${own}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const columns = rows.map(({ column }) => column).join(', ');
  await client.query(`create table kept as select ${columns} from ${own}`);
  await client.query(change.replaceAll('{t}', own));
  const findings = await acrossFindings(office);
  await client.query(`delete from ${own}; insert into ${own} (${columns}) select * from kept; drop table kept`);
  return findings;
}

const where = (batch: typeof EARLY) => `where batch_number = '${batch.batch_number}'`;
const early = () => `item ${drops} in inventory ${shop.inventory}, batch E1/a of 2026-12-31`;

describe('verify of batches and pieces', () => {
  it('names item, inventory, batch and figures of a batch of which a movement was changed', async () => {
    const change = `update {t} set quantity = -3 ${where(EARLY)} and quantity = -4`;
    expect(await found('{s}.batch_line', change)).toEqual([`${early()}: 10 in - 3 out = 7 on hand, 6 claimed`]);
  });

  it('names a batch of which a movement was removed, and one that is claimed and never moved', async () => {
    expect(await found('{s}.batch_line', `delete from {t} ${where(EARLY)}`)).toEqual([
      `${early()}: nothing moved, 6 claimed`,
    ]);
    const change = `update {t} set key = replace(key, ':L2', ':L3') where key ~ '^batch:.*:L2$'`;
    expect(await found('claim.level', change)).toEqual([
      `item ${drops} in inventory ${shop.inventory}, batch L2 of 2027-06-30: 8 in - 0 out = 8 on hand, 0 claimed`,
      `item ${drops} in inventory ${shop.inventory}, batch L3 of 2027-06-30: nothing moved, 8 claimed`,
    ]);
  });

  it('finds two batches that were exchanged, although their sum is the same', async () => {
    const change = `update {t} set total = case when key ~ 'E1' then total - 1 else total + 1 end where key like 'batch:%' and key ~ '(E1|L2)'`;
    expect(await found('claim.level', change)).toEqual([
      `${early()}: 10 in - 4 out = 6 on hand, 5 claimed`,
      `item ${drops} in inventory ${shop.inventory}, batch L2 of 2027-06-30: 8 in - 0 out = 8 on hand, 9 claimed`,
    ]);
  });

  it('finds a batch below zero while another has the goods, also when the claims say the same', async () => {
    const takes = `update {t} set quantity = -11 ${where(EARLY)} and quantity = -4`;
    const findings = await found('{s}.batch_line', takes);
    expect(findings).toContain(`${early()}: -1 on hand, while batch L2 of 2027-06-30 has 8`);
    expect(findings.some((finding) => finding.endsWith('moves -4, its batches -11'))).toBe(true);
  });

  it('finds a piece that is in two inventories, one that is nowhere, and one whose claim says otherwise', async () => {
    const again = `insert into {t} select (json_populate_record(l, json_build_object('inventory_fk', ${back}))).* from {t} l
      where batch_number = 'P-2'`;
    expect(await found('{s}.batch_line', again)).toContain(
      `item ${phone}, piece P-2: 1 in inventory ${shop.inventory} and 1 in inventory ${back}, claimed in stock`,
    );
    expect(await found('{s}.batch_line', `update {t} set quantity = 0 where batch_number = 'P-3'`)).toContain(
      `item ${phone}, piece P-3: nowhere, claimed in stock`,
    );
    expect(await found('claim.level', `update {t} set total = 1 where key ~ '^serial:.*p1$'`)).toEqual([
      `item ${phone}, piece P-1: nowhere, claimed in stock`,
    ]);
    expect(await found('claim.level', `update {t} set total = -1 where key ~ '^serial:.*p2$'`)).toEqual([
      `item ${phone}, piece P-2: 1 in inventory ${shop.inventory}, claimed not in stock`,
    ]);
  });

  it('is printed by the command, with a note for what the settings allowed', async () => {
    const store = await openPostgresStore({ url: office.database.url });
    const verified = async () => {
      const lines: string[] = [];
      await verify({
        ...{ store, databaseUrl: office.database.url, dataDir, replay: false, waitsMs: 2_000 },
        signal: new AbortController().signal,
        say: (printed) => lines.push(printed),
      });
      return lines.map((printed) => printed.trim());
    };
    const own = 'of each batch in each inventory, what came in is what went out and what is claimed to be on hand';
    expect(await verified()).toContain(`holds   ${own}`);
    await client.query(`update claim.level set total = total + 1 where key ~ '^batch:.*L2$'`);
    expect(await verified()).toContain(`BROKEN  ${own}`);
    await client.query(`update claim.level set total = total - 1 where key ~ '^batch:.*L2$'`);
    await office.send('PATCH', 'system_settings/1', { allow_negative_stock: true });
    const batches = [{ ...EARLY, quantity: '9' }];
    await office.add('sales', {
      ...saleBody(shop, '1', { lines: [line(drops, '9', { batches })] }),
      date: '2026-03-04',
    });
    expect(await acrossFindings(office)).toEqual([]);
    expect(await verified()).toContain(
      `note    ${early()}: -3 on hand, while batch L2 of 2027-06-30 has 8: count them by batch`,
    );
    await store.close();
  });
});
