import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { verify } from '../../projector/verify/verify.ts';
import { printSeal, sealLog } from '../../seal/seal.ts';
import { smallYear, type Year } from '../audit/year.ts';

let year: Year;
let store: EventStore;
let client: pg.Client;
const dataDir = mkdtempSync(join(tmpdir(), 'daftar-verify-'));
beforeAll(async () => {
  year = await smallYear();
  store = await openPostgresStore({ url: year.database.url });
  client = new pg.Client({ connectionString: year.database.url });
  await client.connect();
  mkdirSync(join(dataDir, 'seals'));
  const seal = await sealLog(store);
  writeFileSync(join(dataDir, 'seals', `seal-${seal.last_position}.jsonl`), printSeal(seal));
});
afterAll(async () => {
  await client?.end();
  await store?.close();
  await year?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function verified(replay = true): Promise<{ holds: boolean; lines: string[] }> {
  const lines: string[] = [];
  const holds = await verify({
    ...{ store, databaseUrl: year.database.url, dataDir, replay, waitsMs: 200 },
    signal: new AbortController().signal,
    say: (line) => lines.push(line),
  });
  return { holds, lines };
}

/** Makes a change, runs `verify`, and undoes the change. Returns the broken checks. */
async function broken(change: string, back: string, replay = false): Promise<string[]> {
  await client.query(`alter table log.event disable trigger all; ${change}`);
  const { holds, lines } = await verified(replay);
  await client.query(`${back}; alter table log.event enable trigger all`);
  expect(holds).toBe(false);
  return lines.filter((line) => line.includes('BROKEN'));
}

describe('verify', () => {
  it('lists every check, and all hold after a year of trade', async () => {
    const { holds, lines } = await verified();
    expect(lines.filter((line) => /BROKEN|not asked/.test(line))).toEqual([]);
    expect(holds).toBe(true);
    expect(lines.filter((line) => line.startsWith('  holds')).length).toBeGreaterThan(25);
    expect(lines).toContain('The books (docs/accounting.md, section 7)');
    expect(lines.some((line) => /as it was sealed, up to position/.test(line))).toBe(true);
    expect(lines.some((line) => /what a replay of \d+ events gives/.test(line))).toBe(true);
    const { rows } = await client.query(`select schema from projection.build where status <> 'current'`);
    expect(rows).toEqual([]);
  });

  it('finds an event that was changed in the database, by the seal and by a replay', async () => {
    const sale = `(select min(position) from log.event where type = 'sale.completed')`;
    const lines = await broken(
      `update log.event set data = replace(data::text, '"9000"', '"9001"')::json where position = ${sale}`,
      `update log.event set data = replace(data::text, '"9001"', '"9000"')::json where position = ${sale}`,
      true,
    );
    expect(lines.some((line) => line.includes('as it was sealed'))).toBe(true);
    expect(lines.some((line) => line.includes('what a replay'))).toBe(true);
  });

  it('finds an event that is missing in the history of its document', async () => {
    await client.query(
      `create table kept as select * from log.event where type = 'sale.completed' order by position limit 1`,
    );
    const lines = await broken(
      `update log.event set revision = 9 where position = (select position from kept)`,
      `update log.event set revision = (select revision from kept) where position = (select position from kept)`,
    );
    expect(lines.some((line) => line.includes('its whole history'))).toBe(true);
  });

  const schema = () => year.projection.build.schema;
  it.each([
    [
      'what customers are claimed to owe',
      `update claim.level set total = total + 1 where key like 'debit:%'`,
      `update claim.level set total = total - 1 where key like 'debit:%'`,
    ],
    [
      'what staff are claimed to owe',
      `insert into claim.level (key, total, last_day) values ('staff:user-99', 5, '2026-03-01')`,
      `delete from claim.level where key = 'staff:user-99'`,
    ],
    [
      'claimed to be open',
      `update claim.level set total = total + 1 where key like 'open:%'`,
      `update claim.level set total = total - 1 where key like 'open:%'`,
    ],
    [
      'records that are claimed',
      `update claim.record set active = false where record = 'item-1'`,
      `update claim.record set active = true where record = 'item-1'`,
    ],
    ['unique names belong', `update claim.taken set owner = 'unit-9999' where "set" = 'unit.unit_name'`, ''],
    [
      'document numbers',
      `update claim.series set last = last + 1 where series like 'sale:%'`,
      `update claim.series set last = last - 1 where series like 'sale:%'`,
    ],
    ['periods', `update claim.period set to_day = to_day + 1`, `update claim.period set to_day = to_day - 1`],
    [
      'stock levels are',
      `update {s}.stock_level set value = value + 1`,
      `update {s}.stock_level set value = value - 1`,
    ],
  ])('finds %s', async (name, change, back) => {
    const own = (text: string) => text.replaceAll('{s}', schema());
    const undo =
      back ||
      `update claim.taken t set owner = r.kind || '-' || r.id from {s}.record r where r.kind = 'unit' and "set" = 'unit.unit_name' and lower(r.name) = t.key`;
    const lines = await broken(own(change), own(undo));
    expect(lines.some((line) => line.includes(name))).toBe(true);
  });

  it('finds claims that differ from the log, and names the command that rebuilds them', async () => {
    const first = `key = (select min(key) from claim.level_moment)`;
    const change = (by: string) => `update claim.level_moment set net = net ${by} 1 where ${first}`;
    const lines = await broken(change('+'), change('-'), true);
    expect(lines).toEqual([expect.stringContaining('levels of each day and each moment are what the log gives')]);
  });

  it('finds a drawer whose expected amount differs from the books', async () => {
    const { shop, premises } = year;
    const safe = premises.cashes[0];
    const drawer = await shop.register('cash', {
      account_name: 'Drawer',
      cash_type: 1,
      currency_fk: 1,
      allow_overdraft: true,
    });
    const user_fk = await shop.register('user', { user_name: 'Sara', email: 'sara@example.com' });
    const at = { date: '2026-12-28', time: '12:00:00' };
    const place = { outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0], ...at };
    const accounts = [{ account_fk: drawer, safe_account_fk: safe, float_amount: '50000' }];
    const opened = await shop.enter('drawer', { ...place, user_fk, accounts });
    await shop.transit('drawer', opened?.id ?? 0, 'count', {
      ...at,
      accounts: [{ account_fk: drawer, counted_amount: '47000' }],
    });
    const left = [{ account_fk: drawer, left_amount: '20000' }];
    const closed = await shop.transit('drawer', opened?.id ?? 0, 'close', {
      ...{ ...at, accounts: left, difference_reason: 'wrong change' },
    });
    expect([opened, closed].every(Boolean)).toBe(true);
    await year.projection.catchUp();
    expect((await verified(false)).holds).toBe(true);
    const event = `{s}.event set data = replace(data::text, '%a', '%b')::json where position = ${closed?.position}`;
    const change = (from: string, to: string) =>
      `update ${event.replace('%a', from).replace('%b', to).replaceAll('{s}', schema())}`;
    const expected = (amount: string) => `"expected_amount":"${amount}"`;
    const lines = await broken(
      change(expected('50000'), expected('50001')),
      change(expected('50001'), expected('50000')),
    );
    expect(lines.some((line) => line.includes('a drawer was expected to hold'))).toBe(true);
  });

  const cash = () => year.premises.cashes[1];
  it.each([
    [
      'every entry balances to zero, at one moment',
      `update {s}.journal_line set base = base + 1 where position = 100 and line_no = 1`,
      `update {s}.journal_line set base = base - 1 where position = 100 and line_no = 1`,
    ],
    [
      'an account or inventory of an outlet has postings of that outlet only',
      `update {s}.record set data = data || jsonb_build_object('was', data -> 'outlet_fk', 'outlet_fk', 99) where kind = 'inventory'`,
      `update {s}.record set data = (data || jsonb_build_object('outlet_fk', data -> 'was')) - 'was' where kind = 'inventory'`,
    ],
    [
      'parties add up to their control accounts',
      `update {s}.party_day set debit = debit + 1 where account = 1210`,
      `update {s}.party_day set debit = debit - 1 where account = 1210`,
    ],
    [
      'what is open with a party is its balance',
      `update {s}.open_item set amount = amount + 1`,
      `update {s}.open_item set amount = amount - 1`,
    ],
    [
      'owes nothing in the books',
      `insert into {s}.party_day select 'customer-99', 1210, 1, 2, '2026-01-01', '2026-01-01', 5, 0, 0, 0`,
      `delete from {s}.party_day where party = 'customer-99'`,
    ],
    [
      'where there are no goods there is no value',
      `insert into {s}.stock_line (item_fk, inventory_fk, effective_date, effective_at, move_position, move_line, position,
         recorded_date, recorded_at, kind, quantity, value, variance, outlet_fk, document, document_kind, document_id, base_currency_fk,
         undelivered)
       values (999, 999, '2026-01-01', '2026-01-01', 1, 1, 1, '2026-01-01', '2026-01-01', 'movement', 0, 5, 0, 1, 'sale-1', 'sale', 1, 1, 0)`,
      `delete from {s}.stock_line where item_fk = 999`,
    ],
    [
      'where there is no foreign money there is no value',
      `insert into {s}.cash_line (account, currency_fk, effective_date, effective_at, move_position, move_line, position,
         recorded_date, recorded_at, kind, quantity, value, variance, outlet_fk, document, document_kind, document_id,
         base_currency_fk, valued)
       values (111000999, 2, '2026-01-01', '2026-01-01', 1, 1, 1, '2026-01-01', '2026-01-01', 'movement', 0, 5, 0, 1, 'sale-1', 'sale', 1, 1, 'average')`,
      `delete from {s}.cash_line where account = 111000999`,
    ],
    [
      'no piece costs less than the cheapest receipt',
      `update {s}.stock_line set value = value * 9 where kind = 'movement' and value < 0`,
      `update {s}.stock_line set value = value / 9 where kind = 'movement' and value < 0`,
    ],
    [
      'the value of stock is the balance',
      `update {s}.stock_line set value = value + 1 where position = (select min(position) from {s}.stock_line)`,
      `update {s}.stock_line set value = value - 1 where position = (select min(position) from {s}.stock_line)`,
    ],
    [
      'the layers of goods first in, first out add up',
      `insert into {s}.cost_layer values (999, 1, '2026-01-01', '[["purchase-1","1000000","50000"]]')`,
      `delete from {s}.cost_layer where item_fk = 999`,
    ],
    [
      'foreign cash is the balance of its account',
      `update {s}.cash_line set value = value + 1 where account = 111000000 + {cash}`,
      `update {s}.cash_line set value = value - 1 where account = 111000000 + {cash}`,
    ],
    [
      'goods in transit are those of transfers',
      `insert into {s}.journal_line select position, 9999, 9999, kind, effective_date, effective_at, recorded_date, recorded_at, 1320,
         outlet_fk, null, null, null, 'stock_transfer-9', 'stock_transfer', 9, null, cause_position, 5, 1, 5, null
       from {s}.journal_line where position = 100 and line_no = 1`,
      `delete from {s}.journal_line where entry_no = 9999`,
    ],
    [
      'documents show what is open on them',
      `update {s}.document set open = open + 1 where kind = 'sale' and id = 2`,
      `update {s}.document set open = open - 1 where kind = 'sale' and id = 2`,
    ],
    [
      'sums by day are the sums of the lines',
      `update {s}.movement_day set debit = debit + 1 where account = 4100`,
      `update {s}.movement_day set debit = debit - 1 where account = 4100`,
    ],
    [
      'sums by month are the sums of the days',
      `update {s}.movement_month set debit = debit + 1 where account = 4100`,
      `update {s}.movement_month set debit = debit - 1 where account = 4100`,
    ],
    [
      'stock that is claimed is stock',
      `update claim.level set total = total + 1 where key like 'stock:%'`,
      `update claim.level set total = total - 1 where key like 'stock:%'`,
    ],
    [
      'what is claimed to be sold and not delivered',
      `insert into claim.level (key, total, last_day) values ('undelivered:999:1', 5, '2026-03-01')`,
      `delete from claim.level where key = 'undelivered:999:1'`,
    ],
    [
      'what is sold and not delivered is what was sold',
      `update {s}.stock_level set undelivered = undelivered + 1`,
      `update {s}.stock_level set undelivered = undelivered - 1`,
    ],
    [
      'cash that is claimed is cash',
      `update claim.level set total = total + 1 where key like 'cash:%'`,
      `update claim.level set total = total - 1 where key like 'cash:%'`,
    ],
  ])('finds that it is not so: %s', async (name, change, back) => {
    const own = (text: string) => text.replaceAll('{s}', schema()).replaceAll('{cash}', String(cash()));
    const lines = await broken(own(change), own(back));
    expect(
      lines.some((line) => line.includes(name)),
      lines.join('\n'),
    ).toBe(true);
  });

  it('compares neither books nor claims with the read models of another version, and says so', async () => {
    const change = (definition: string) =>
      client.query(`update projection.build set definition = $1 where status = 'current'`, [definition]);
    const { rows } = await client.query<{ definition: string }>(
      `select definition from projection.build where status = 'current'`,
    );
    await change('the tables of March');
    const { holds, lines } = await verified();
    await change(rows[0]?.definition ?? '');
    expect(holds).toBe(false);
    expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
    expect(lines.filter((line) => line.includes('those of another version'))).toHaveLength(2);
    expect(lines.some((line) => line === '  holds   levels are what the log gives')).toBe(true);
    expect(lines.at(-1)).toContain('Not everything could be asked.');
  });

  it('holds when all changes are undone', async () => {
    expect((await verified(false)).holds).toBe(true);
  });

  it('does not check the claims while a command is partly stored, and names it', async () => {
    const batch = JSON.stringify({ writes: [{ stream: 'sale-7' }, { stream: 'payment-3' }] });
    await client.query(
      `insert into claim.intent (command_id, batch, claims, numbers, undo, stuck)
       values ('7d9f2a54-1b6c-4c0e-8a35-0f4a6f8d2e10', $1, '{}', '[]', '{}', 'stream payment-3 is at revision 4, not 3')`,
      [batch],
    );
    const { holds, lines } = await verified(false);
    await client.query('delete from claim.intent');
    expect(holds).toBe(false);
    const asked = lines.find((line) => line.includes('not asked  the claims'));
    expect(asked).toContain(
      '7d9f2a54-1b6c-4c0e-8a35-0f4a6f8d2e10 on sale-7, payment-3 is stored in part: stream payment-3',
    );
    expect(asked).toContain('npm run doctor');
  });

  // The last one, because the tables of `year` are dropped.
  it('holds when the read models are replaced and dropped while it reads them', async () => {
    const before = schema();
    const lines: string[] = [];
    const of = { store, databaseUrl: year.database.url, signal: new AbortController().signal };
    let replaced: Promise<unknown> | undefined;
    const holds = await verify({
      ...{ ...of, dataDir, replay: true, waitsMs: 200 },
      say: (line) => {
        lines.push(line);
        if (line.startsWith('The books')) replaced = rebuild({ ...of, sameRules: true });
      },
    });
    await replaced;
    expect(lines.filter((line) => /BROKEN|not asked/.test(line))).toEqual([]);
    expect(holds).toBe(true);
    const { rows } = await client.query<{ schema: string }>('select schema from projection.build');
    expect(rows.map((row) => row.schema)).not.toContain(before);
  });
});
