/** Compares the claims with a replay of the log; every table of the claims is compared. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareClaims } from '../../command-api/claims-of-log/against-log/compare-claims.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { smallYear, type Year } from '../audit/year.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';

let year: Year;
let store: CommandStore;
beforeAll(async () => {
  year = await smallYear();
  store = await openPostgresStore({ url: year.database.url });
});
afterAll(async () => {
  await store?.close();
  await year?.close();
});

const compare = () => compareClaims({ store, databaseUrl: year.database.url, inKurrentDb: false, statesMax: 20 });
const run = (sql: string) => onDatabase(year.database.url, (client) => client.query(sql));

async function findings(): Promise<string[]> {
  const compared = await compare();
  if ('because' in compared) throw new Error(compared.because);
  return compared.answers.flatMap(({ findings: found }) => found);
}

describe('the claims after a year of trade', () => {
  it('equal those of the log, and the comparison leaves no tables', async () => {
    const compared = await compare();
    expect(compared).toMatchObject({ commands: expect.any(Number), events: expect.any(Number) });
    expect(await findings()).toEqual([]);
    const { rows } = await run(`select nspname from pg_namespace where nspname like 'claim_%'`);
    expect(rows).toEqual([]);
  });

  it.each([
    ['a name', `update claim.taken set owner = 'unit-77' where "set" = 'unit.unit_name'`, /unit-77 claimed/],
    [
      'a level',
      `update claim.level set total = total + 3 where key ^@ 'stock:'`,
      /^stock:\d+:\d+: \d+ claimed, \d+ in the log/,
    ],
    ['a day', `delete from claim.level_day where key ^@ 'cash:'`, /^cash:\d+ on .*: nothing claimed/],
    ['a moment', `update claim.level_moment set net = net + 1`, / at 20\d\d-.* claimed/],
    ['a period', `update claim.period set status = 'closed'`, /closed claimed, open in the log/],
    ['a record', `update claim.record set active = not active where record = 'item-1'`, /^item-1: retired claimed/],
    [
      'a use',
      `update claim.record set used = false where record = 'item-1'`,
      /^item-1: nothing claimed, used in the log/,
    ],
    [
      'a record of nowhere',
      `insert into claim.record values ('item-900', true, true)`,
      /^item-900: there claimed, nothing/,
    ],
    ['a number', `update claim.series set last = last + 1 where series ^@ 'sale:'`, /^numbers of sale:.*claimed/],
    ['a counter', `update claim.counter set value = 0 where kind = 'item'`, /^item: 0 claimed/],
    ['an answer', `update log.command set numbers = '["S-999"]' where position = 10`, /numbers \["S-999"\] claimed/],
    ['an answer that is gone', 'delete from log.command where position = 10', /: nothing claimed, position 10/],
  ])('differ where %s was changed', async (_what, change, finding) => {
    await onDatabase(year.database.url, async (client) => {
      for (const table of TABLES)
        await client.query(`create table kept_${table} as select * from ${schemaOf(table)}.${table}`);
    });
    try {
      await run(change);
      expect((await findings()).some((line) => finding.test(line))).toBe(true);
    } finally {
      await onDatabase(year.database.url, async (client) => {
        for (const table of TABLES) {
          const { rows } = await client.query<{ columns: string }>(
            `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
             where attrelid = '${schemaOf(table)}.${table}'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
          );
          const columns = rows[0]?.columns;
          await client.query(
            `delete from ${schemaOf(table)}.${table};
             insert into ${schemaOf(table)}.${table} (${columns}) select ${columns} from kept_${table}; drop table kept_${table}`,
          );
        }
      });
    }
    expect(await findings()).toEqual([]);
  });

  it('may count an unused record as used, and hold a number that was released', async () => {
    await run(`update claim.record set used = true; update claim.counter set value = value + 9`);
    await run(`update claim.series set last = last + 1 where series ^@ 'sale:'`);
    await run(`insert into claim.freed select series, last from claim.series where series ^@ 'sale:'`);
    expect(await findings()).toEqual([]);
  });

  it('are not compared while a command is partly stored', async () => {
    await run(
      `insert into claim.intent (command_id, batch, claims, numbers, undo) values (gen_random_uuid(), '{}', '{}', '[]', '{}')`,
    );
    expect(await compare()).toEqual({ because: expect.stringContaining('on its way') });
    await run('delete from claim.intent');
  });

  it('are compared while commands are stored', async () => {
    let stop = false;
    const trade = (async () => {
      let stored = 0;
      for (; !stop; stored += 1) await year.shop.register('brand', { brand_name: `Beside ${stored}` });
      return stored;
    })();
    expect(await findings()).toEqual([]);
    stop = true;
    expect(await trade).toBeGreaterThan(1);
  });
});

const TABLES = [
  'taken',
  'series',
  'freed',
  'level',
  'level_day',
  'level_moment',
  'period',
  'record',
  'counter',
  'command',
];
const schemaOf = (table: string) => (table === 'command' ? 'log' : 'claim');
