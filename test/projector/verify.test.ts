import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
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
}, 120_000);
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

/** Breaks something, asks, and mends it again. */
async function broken(change: string, back: string, replay = false): Promise<string[]> {
  await client.query(`alter table log.event disable trigger all; ${change}`);
  const { holds, lines } = await verified(replay);
  await client.query(`${back}; alter table log.event enable trigger all`);
  expect(holds).toBe(false);
  return lines.filter((line) => line.includes('BROKEN'));
}

describe('verify', () => {
  it('says every question, and that all hold after a year of trade', async () => {
    const { holds, lines } = await verified();
    expect(lines.filter((line) => /BROKEN|not asked/.test(line))).toEqual([]);
    expect(holds).toBe(true);
    expect(lines.filter((line) => line.startsWith('  holds')).length).toBeGreaterThan(25);
    expect(lines).toContain('The books (accounting.md, section 7)');
    expect(lines.some((line) => /as it was sealed, up to position/.test(line))).toBe(true);
    expect(lines.some((line) => /what a replay of \d+ events gives/.test(line))).toBe(true);
    const { rows } = await client.query(`select schema from projection.build where status <> 'current'`);
    expect(rows).toEqual([]);
  }, 60_000);

  it('finds an event that was changed behind its back, by the seal and by a replay', async () => {
    const sale = `(select min(position) from log.event where type = 'sale.completed')`;
    const lines = await broken(
      `update log.event set data = replace(data::text, '"9000"', '"9001"')::json where position = ${sale}`,
      `update log.event set data = replace(data::text, '"9001"', '"9000"')::json where position = ${sale}`,
      true,
    );
    expect(lines.some((line) => line.includes('as it was sealed'))).toBe(true);
    expect(lines.some((line) => line.includes('what a replay'))).toBe(true);
  }, 60_000);

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

  it('holds again after all that', async () => {
    expect((await verified(false)).holds).toBe(true);
  });
});
