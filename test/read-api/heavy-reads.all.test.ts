/**
 * Exports and long lists take turns beside other requests, and release their resources when the client stops reading.
 */
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExportLimit } from '../../identity/exports.ts';
import { connectReader, inSnapshot } from '../../read-api/database/reader.ts';
import { NotRead, streamOf } from '../../read-api/http/stream.ts';
import { Turns } from '../../read-api/http/turns.ts';
import { openShop, purchaseBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { until } from '../support/waiting.ts';
import { type Office, openOffice } from './office.ts';

/** The SAF-T file has tens of megabytes: more than the buffers of a connection. */
const ENTRIES = 30_000;

let office: Office;
let database: pg.Client;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  office = await openOffice();
  const shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.read('financial_reports/trial_balance');
  database = new pg.Client({ connectionString: office.database.url });
  await database.connect();
  await enterEntries();
  port = Number(new URL(await office.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await database?.end();
  await office?.close();
});

/** Copies two balanced journal lines as entries of the same event. */
async function enterEntries(): Promise<void> {
  const { rows } = await database.query<{ schema: string; columns: string }>(
    `select b.schema, string_agg(quote_ident(c.column_name), ', ') as columns
     from projection.build b join information_schema.columns c
       on c.table_schema = b.schema and c.table_name = 'journal_line' and c.is_generated = 'NEVER'
         and c.column_name not in ('entry_no', 'line_no')
     where b.status = 'current' group by 1`,
  );
  const [{ schema = '', columns = '' } = {}] = rows;
  await database.query(
    `with two as (select * from ${schema}.journal_line order by position desc, line_no limit 2)
     insert into ${schema}.journal_line (entry_no, line_no, ${columns})
     select n, 2 * n + row_number() over (partition by n order by line_no), ${columns}
     from two, generate_series(1000, ${1000 + ENTRIES}) n`,
  );
}

/** Sends a request and does not read the answer. */
async function askUnread(path: string, token = office.token): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.pause();
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`GET /api/${path} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

const ask = (path: string, token = office.token) =>
  fetch(`http://127.0.0.1:${port}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });

/** Connections of the read API with a snapshot, which keeps deleted rows in the database. */
async function snapshots(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'daftar read-api' and xact_start is not null`,
  );
  return rows[0]?.count ?? 0;
}

describe('an export that nobody reads', () => {
  it('keeps nobody waiting; a second of the same person is refused, and of another is made', async () => {
    const first = await askUnread('exports/saft');
    await until(async () => (await snapshots()) === 1, { what: 'the export is under way' });
    const brands = await ask('brands');
    expect(brands.status).toBe(200);
    const second = await ask('exports/hledger');
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await second.json()).toMatchObject({
      code: 'too_many',
      message: 'One export or long list of yours is still under way; wait until it is done',
    });
    const other = await office.person('auditor', ['financial_reports/export', 'items/show_cost']);
    const theirs = await ask('exports/hledger', other);
    expect([theirs.status, (await theirs.text()).length > 0]).toEqual([200, true]);
    expect(await snapshots()).toBe(1);
    first.destroy();
    await until(async () => (await snapshots()) === 0, { what: 'the connection is free' });
    // The turn ends with the connection.
    const again = await until(async () => {
      const answer = await ask('exports/saft');
      const text = await answer.text();
      return answer.status !== 429 && { status: answer.status, end: text.slice(-13) };
    });
    expect(again).toEqual({ status: 200, end: '</AuditFile>\n' });
  });

  it('does not keep the server from closing', async () => {
    await askUnread('exports/saft');
    await until(async () => (await snapshots()) === 1);
    await office.restart();
    await until(async () => (await snapshots()) === 0);
  });
});

describe('a connection that breaks', () => {
  it('between two statements of a snapshot fails the next one, and not the process', async () => {
    const reader = connectReader(rolesAt(office.database.url).read);
    const broken = inSnapshot(reader, async (snapshot) => {
      const held = await snapshot.selectFrom('read.checkpoint').select('position').execute();
      expect(held.length).toBeGreaterThan(0);
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'daftar read-api' and state = 'idle in transaction'`,
      );
      await until(async () => (await snapshots()) === 0);
      return snapshot.selectFrom('read.checkpoint').select('position').execute();
    });
    await expect(broken).rejects.toThrow();
    expect((await reader.selectFrom('read.checkpoint').select('position').execute()).length).toBeGreaterThan(0);
    await reader.destroy();
  });
});

describe('a stream', () => {
  async function* counting(made: number[], ended: () => void) {
    try {
      for (let n = 0; ; n += 1) {
        made.push(n);
        yield 'x'.repeat(100_000);
      }
    } finally {
      ended();
    }
  }

  it('makes the next piece when the one before was taken, and ends when nobody takes it', async () => {
    const made: number[] = [];
    const ended = Promise.withResolvers<void>();
    const stream = streamOf(counting(made, ended.resolve), 20);
    const failed = new Promise((resolve) => stream.once('error', resolve));
    expect(stream).toBeInstanceOf(Readable);
    stream.read(0);
    await ended.promise;
    expect(await failed).toBeInstanceOf(NotRead);
    expect(made).toEqual([0]);
  });
});

describe('turns', () => {
  const limits = { atOnce: 2, waitingOfPerson: 1, waitMs: 60_000 };
  const here = () => new AbortController().signal;

  it('are one of a person, and as many of all as may run', async () => {
    const turns = new Turns(limits);
    const order: string[] = [];
    const began = (name: string) => (end: () => void) => {
      order.push(name);
      return end;
    };
    const first = await turns.take(1, here()).then(began('first of 1'));
    const second = turns.take(1, here()).then(began('second of 1'));
    await expect(turns.take(1, here())).rejects.toThrow('own_heavy_read');
    const other = await turns.take(2, here()).then(began('first of 2'));
    const third = turns.take(3, here()).then(began('first of 3'));
    other();
    other();
    const endOfThird = await third;
    expect(order).toEqual(['first of 1', 'first of 2', 'first of 3']);
    first();
    (await second)();
    endOfThird();
    expect(order.at(-1)).toBe('second of 1');
  });

  it('are counted by each process by itself, and so are the whole lists and exports of a minute', async () => {
    const [one, other] = [new Turns({ ...limits, waitingOfPerson: 0 }), new Turns({ ...limits, waitingOfPerson: 0 })];
    await one.take(1, here());
    await expect(one.take(1, here())).rejects.toThrow('own_heavy_read');
    await other.take(1, here());
    const [exports, ofOther] = [new ExportLimit(), new ExportLimit()];
    for (let count = 0; count < 30; count += 1) exports.take(1);
    expect(() => exports.take(1)).toThrow('too_many_requests');
    exports.take(2);
    ofOther.take(1);
  });

  it('end when the client disconnects or waits too long', async () => {
    const turns = new Turns({ ...limits, atOnce: 1, waitMs: 20 });
    const end = await turns.take(1, here());
    await expect(turns.take(2, here())).rejects.toThrow('heavy_reads_of_others');
    await expect(turns.take(3, AbortSignal.abort())).rejects.toThrow('heavy_reads_of_others');
    end();
    (await turns.take(2, here()))();
  });
});
