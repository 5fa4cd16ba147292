/**
 * Rows of a batch that are sent to the database before the batch is complete: the commit stores all of them, a failure
 * none.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../projector/builds/build.ts';
import { LiveRows, readColumnTypes } from '../../projector/rows/live-rows.ts';
import { keyed, log } from '../../projector/rows/table.ts';
import { clientOnFreshDatabase } from '../support/database.ts';

const lines = log('line', 'id words');
const others = log('other', 'id words');
const sums = keyed('total', 'name', { sum: 'amount' });
/** More rows than one chunk holds. */
const MANY = 20_000;
const words = (id: number) => `${'number '.repeat(5)}${id}\t\\ of many\n`;

let client: pg.Client;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ client, url, close } = await clientOnFreshDatabase());
  await client.query(
    `create schema made
     create table line (id int primary key check (id >= 0), words text)
     create table other (id int primary key, words text)
     create table total (name text primary key, amount numeric(20,4) not null)`,
  );
});
beforeEach(() => client.query('truncate made.line, made.other, made.total'));
afterAll(() => close());

async function batch(work: (rows: LiveRows) => Promise<void>): Promise<void> {
  const types = await readColumnTypes(client, 'made');
  await inTransaction(client, async () => {
    const rows = new LiveRows('made', types, client);
    try {
      await work(rows);
      await rows.write();
    } catch (error) {
      await rows.abandon();
      throw error;
    }
  });
}

async function fill(rows: LiveRows, first: number): Promise<void> {
  for (let id = first; id < first + MANY; id += 1) {
    rows.insert(lines, [id, words(id)]);
    if (id % 2 === 0) rows.insert(others, [id, null]);
    rows.add(sums, ['all'], [10_000n]);
    if (id % 500 === 0) await rows.flushPartial();
  }
}

const counted = async () => {
  const { rows } = await client.query(
    `select (select count(*)::int from made.line) as lines, (select count(*)::int from made.other) as others,
       (select amount::int from made.total) as total`,
  );
  return rows[0] as unknown;
};

it('are all stored as they were written', async () => {
  await batch((rows) => fill(rows, 0));
  expect(await counted()).toEqual({ lines: MANY, others: MANY / 2, total: MANY });
  const { rows } = await client.query<{ words: string }>('select words from made.line where id = 19999');
  expect(rows[0]?.words).toBe(words(19_999));
});

it('are not stored when the batch fails after some were sent, and the connection is usable', async () => {
  await expect(
    batch(async (rows) => {
      await fill(rows, 0);
      throw new Error('does not balance');
    }),
  ).rejects.toThrow('does not balance');
  expect(await counted()).toEqual({ lines: 0, others: 0, total: null });
  await batch((rows) => fill(rows, MANY));
  expect(await counted()).toEqual({ lines: MANY, others: MANY / 2, total: MANY });
});

it('are not stored when the database refuses one of them', async () => {
  await expect(
    batch(async (rows) => {
      rows.insert(lines, [-1, null]);
      await fill(rows, 0);
    }),
  ).rejects.toThrow('line_id_check');
  expect(await counted()).toEqual({ lines: 0, others: 0, total: null });
  await batch((rows) => fill(rows, 0));
  expect(await counted()).toEqual({ lines: MANY, others: MANY / 2, total: MANY });
});

it('are not stored when the connection is lost', async () => {
  const own = new pg.Client({ connectionString: url });
  own.on('error', () => undefined);
  await own.connect();
  const types = await readColumnTypes(own, 'made');
  const pid = (await own.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const lost = inTransaction(own, async () => {
    const rows = new LiveRows('made', types, own);
    try {
      await fill(rows, 0);
      await client.query('select pg_terminate_backend($1)', [pid]);
      await fill(rows, MANY);
      await rows.write();
    } catch (error) {
      await rows.abandon();
      throw error;
    }
  });
  await expect(lost).rejects.toThrow();
  expect(await counted()).toEqual({ lines: 0, others: 0, total: null });
  await own.end().catch(() => undefined);
});
