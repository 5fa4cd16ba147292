/**
 * A rebuilt read model is taken into use while an export reads the old one, and rights of other roles on the views
 * remain.
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '../../event-store/opening/open.ts';
import { viewStatements } from '../../projector/builds/views.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { startLongSnapshot } from '../../read-api/database/long-snapshot.ts';
import { connectReader } from '../../read-api/database/reader.ts';
import { openShop, purchaseBody } from '../api/shop.ts';
import { asAdministrator, rolesAt } from '../support/database.ts';
import { until } from '../support/waiting.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let database: pg.Client;
/** The role of a person who reads the books with another program. */
const role = `bi_${randomUUID().replaceAll('-', '')}`;
beforeAll(async () => {
  office = await openOffice();
  const shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.read('financial_reports/trial_balance');
  database = new pg.Client({ connectionString: asAdministrator(office.database.url) });
  await database.connect();
  await database.query(`create role ${role} nologin`);
  await database.query(`grant usage on schema read to ${role}`);
  await database.query(`grant select on read.journal_line to ${role} with grant option`);
  await database.query('create schema reports');
  await database.query(
    'create view reports.lines as select account, sum(base) as base from read.journal_line group by 1',
  );
});
afterAll(async () => {
  await database.query(`drop owned by ${role} cascade`);
  await database.query(`drop role ${role}`);
  await database.end();
  await office.close();
});

async function currentSchema(): Promise<string> {
  const { rows } = await database.query<{ schema: string }>(
    `select schema from projection.build where status = 'current'`,
  );
  return rows[0]?.schema ?? '';
}

async function rebuilt(): Promise<string> {
  const databaseUrl = office.database.url;
  const store = await openEventStore({ databaseUrl });
  try {
    const signal = new AbortController().signal;
    return (await rebuild({ store, databaseUrl, signal, sameRules: true })).schema;
  } finally {
    await store.close();
  }
}

const mayRead = async (name: string): Promise<boolean> => {
  const { rows } = await database.query<{ may: boolean }>(
    `select has_table_privilege($1, $2, 'select with grant option') as may`,
    [role, name],
  );
  return rows[0]?.may === true;
};

describe('a rebuilt read model', () => {
  it('is taken into use while a snapshot of the old one is read, which reads on from the old tables', async () => {
    const reader = connectReader(rolesAt(office.database.url).read);
    const snapshot = await startLongSnapshot(reader);
    const lines = () => snapshot.selectFrom('read.journal_line').select(['account', 'base']).execute();
    const before = await lines();
    expect(before.length).toBeGreaterThan(0);
    const old = await currentSchema();
    const built = await rebuilt();
    expect([await currentSchema(), built]).toEqual([built, expect.not.stringMatching(`^${old}$`)]);
    expect(await lines()).toEqual(before);
    await snapshot.rollback().execute();
    await reader.destroy();
  });

  it('keeps what was granted on a view, and the views that others have on it', async () => {
    await rebuilt();
    expect(await mayRead('read.journal_line')).toBe(true);
    const { rows } = await database.query<{ table: string }>(
      `select distinct d.refobjid::regclass::text as table from pg_depend d
       join pg_rewrite w on w.oid = d.objid where w.ev_class = 'read.journal_line'::regclass
         and d.refobjid <> w.ev_class and d.refclassid = 'pg_class'::regclass`,
    );
    expect(rows).toEqual([{ table: `${await currentSchema()}.journal_line` }]);
    const asked = await database.query('select * from reports.lines');
    expect(asked.rows.length).toBeGreaterThan(0);
  });

  it('drops the tables that an export was reading at the next rebuild', async () => {
    await rebuilt();
    const { rows } = await database.query(
      `select nspname as schema from pg_namespace where nspname ~ '^rm_' and nspname <> $1`,
      [await currentSchema()],
    );
    expect(rows).toEqual([]);
  });
});

describe('a view whose table has other columns', () => {
  it('has new columns after its own, and keeps its grants also when one of its own is another', async () => {
    await database.query('create schema rm_test');
    const [first = ''] = (
      await database.query<{ columns: string }>(
        `select string_agg(format('%I %s', column_name, format_type(a.atttypid, a.atttypmod)), ', ' order by attnum desc) as columns
         from information_schema.columns c join pg_attribute a on a.attname = c.column_name
           and a.attrelid = 'read.open_item'::regclass
         where c.table_schema = 'read' and c.table_name = 'open_item'`,
      )
    ).rows.map(({ columns }) => columns);
    await database.query(`grant select on read.open_item to ${role} with grant option`);
    await database.query('begin');
    await database.query(`create table rm_test.open_item (added int, ${first})`);
    const replaced = await viewStatements(database, 'rm_test', ['open_item']);
    expect(replaced).toEqual([expect.stringMatching(/^create or replace view .*"added" from rm_test\.open_item$/)]);
    for (const statement of replaced) await database.query(statement);
    await database.query('alter table rm_test.open_item rename to earlier');
    await database.query(`create table rm_test.open_item (added text, ${first})`);
    const dropped = await viewStatements(database, 'rm_test', ['open_item']);
    expect(dropped[0]).toBe('drop view read.open_item');
    for (const statement of dropped) await database.query(statement);
    expect(await mayRead('read.open_item')).toBe(true);
    await database.query('alter table rm_test.open_item rename to later');
    await database.query(`create table rm_test.open_item (${first})`);
    await database.query('create view reports.open_items as select added from read.open_item');
    const inUse = viewStatements(database, 'rm_test', ['open_item']);
    await expect(inUse).rejects.toThrow('reports.open_items uses columns of read.open_item that change');
    await database.query('rollback');
  });
});

describe('an export that is read slowly', () => {
  it('is finished from the tables that it began with, after another build was taken into use', async () => {
    const port = Number(new URL(await office.app.listen({ port: 0, host: '127.0.0.1' })).port);
    await enterEntries();
    const socket: Socket = connect({ port, host: '127.0.0.1' });
    socket.pause();
    socket.write(
      `GET /api/exports/saft HTTP/1.1\r\nhost: test\r\nconnection: close\r\nauthorization: Bearer ${office.token}\r\n\r\n`,
    );
    const isHeld = async () => {
      const { rows } = await database.query<{ held: boolean }>(
        `select count(*) > 0 as held from pg_locks l join pg_class c on c.oid = l.relation
         join pg_stat_activity a on a.pid = l.pid and a.usename like '%read'
         where c.relname = 'journal_line' and l.pid <> pg_backend_pid() and l.mode = 'AccessShareLock'`,
      );
      return rows[0]?.held === true;
    };
    await until(isHeld);
    const built = await rebuiltOtherwise();
    expect(await currentSchema()).toBe(built);
    expect(await isHeld()).toBe(true);
    let end = '';
    let entries = 0;
    for await (const piece of socket) {
      const text = end + String(piece);
      entries += text.split('<Transaction>').length - 1;
      end = text.slice(-12);
      entries -= end.split('<Transaction>').length - 1;
    }
    expect(entries).toBeGreaterThan(ENTRIES);
  });

  const ENTRIES = 30_000;

  /** Copies of two balanced lines: more data than the buffers of a connection. */
  async function enterEntries(): Promise<void> {
    const schema = await currentSchema();
    const { rows } = await database.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = $1 and table_name = 'journal_line' and is_generated = 'NEVER'
         and column_name not in ('entry_no', 'line_no')`,
      [schema],
    );
    await database.query(
      `with two as (select * from ${schema}.journal_line order by position desc, line_no limit 2)
       insert into ${schema}.journal_line (entry_no, line_no, ${rows[0]?.columns})
       select n, 2 * n + row_number() over (partition by n order by line_no), ${rows[0]?.columns}
       from two, generate_series(1000, ${1000 + ENTRIES}) n`,
    );
  }

  /** A rebuild with other rows, because the copied entries are in no event. */
  async function rebuiltOtherwise(): Promise<string> {
    const databaseUrl = office.database.url;
    const store = await openEventStore({ databaseUrl });
    const signal = new AbortController().signal;
    const { schema } = await rebuild({ store, databaseUrl, signal, sameRules: false });
    await store.close();
    return schema;
  }
});
