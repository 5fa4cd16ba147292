import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { commandApi } from '../../command-api/server.ts';
import { readApi } from '../../read-api/main.ts';
import { Api, PASSWORD, SECRET, TODAY } from '../api/api.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { startProjector } from './office.ts';

let database: FreshDatabase;
let app: FastifyInstance;
let api: Api;
let client: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  const { command, read } = rolesAt(database.url);
  const options = { databaseUrl: command, clock: () => TODAY };
  const secrets = { jwtSecret: SECRET };
  const first = await ensureFirstUser({ ...options, password: PASSWORD, rate: '1480' });
  app = Fastify();
  await app.register(commandApi({ ...options, secrets, dataDir: '' }), { prefix: '/api' });
  await app.register(readApi({ databaseUrl: read, secrets, dataDir: '' }), { prefix: '/api' });
  await app.ready();
  api = new Api(app, database);
  api.token = await api.signIn(first?.email ?? '', PASSWORD);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});

const read = (path: string, position?: string) =>
  app.inject({
    method: 'GET',
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${api.token}`, ...(position ? { 'x-wait-for-position': position } : {}) },
  });

/** The answer that is not stale: on a busy machine the projector may take longer than a read waits. */
async function readInTime(path: string, position: string) {
  for (;;) {
    const answer = await read(path, position);
    if (answer.json().stale !== true) return answer;
  }
}

describe('before the projector has run', () => {
  it('a read is refused with 503 and a message, and may be tried again', async () => {
    const answer = await read('brands');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toMatchObject({ code: 'model_stopped', message: expect.any(String) });
  });
});

describe('a read that names the position of a write', () => {
  it('always contains the last write, with many concurrent readers', async () => {
    const stop = await startProjector(database.url);
    try {
      for (let round = 0; round < 15; round += 1) {
        const { body } = await api.send('POST', 'brands', { brand_name: `brand ${round}` });
        const position = String(body.position);
        const answers = await Promise.all(Array.from({ length: 8 }, () => readInTime('brands', position)));
        for (const answer of answers) {
          expect(answer.statusCode).toBe(200);
          expect(answer.json().data.total).toBe(round + 1);
          expect(answer.json().stale).toBeUndefined();
          expect(BigInt(String(answer.headers['x-position']))).toBeGreaterThanOrEqual(BigInt(position));
        }
      }
    } finally {
      await stop();
    }
  });

  it('answers after two seconds as stale, with its own position, when the models do not get there', async () => {
    const { body } = await api.send('POST', 'brands', { brand_name: 'late' });
    const started = performance.now();
    const answer = await read('brands', String(body.position));
    const waited = performance.now() - started;
    expect(answer.json()).toMatchObject({ stale: true, behind: true, data: { total: 15 } });
    expect(BigInt(answer.json().position)).toBeLessThan(BigInt(String(body.position)));
    expect(waited).toBeGreaterThan(1900);
  });

  it('answers that the record can be read later, and not that it does not exist', async () => {
    const { body } = await api.send('POST', 'brands', { brand_name: 'unseen' });
    const id = (body.data as { id: number }).id;
    const early = await read(`brands/${id}`, String(body.position));
    expect([early.statusCode, early.json().code]).toEqual([503, 'models_behind']);
    expect((await read(`brands/${id}`)).statusCode).toBe(404);
    expect((await read('brands/99999')).statusCode).toBe(404);
  });

  it('is woken by the projector while it waits', async () => {
    const { body } = await api.send('POST', 'brands', { brand_name: 'awaited' });
    const waiting = read('brands', String(body.position));
    await sleep(300);
    const stop = await startProjector(database.url);
    const answer = await waiting;
    await stop();
    expect(answer.json().stale).toBeUndefined();
    expect(answer.json().data.total).toBe(18);
  });

  it('is answered although every notification is lost', async () => {
    const { rows } = await client.query<{ schema: string }>(
      `select schema from projection.build where status = 'current'`,
    );
    const { rows: before } = await client.query<{ position: string }>(
      `select max(position) as position from projection.checkpoint`,
    );
    const target = String(BigInt(before[0]?.position ?? 0) + 5n);
    const waiting = read('brands', target);
    await sleep(200);
    await client.query(`update projection.checkpoint set position = $1 where schema = $2`, [target, rows[0]?.schema]);
    const answer = await waiting;
    expect(answer.json()).toMatchObject({ position: target });
    expect(answer.json().stale).toBeUndefined();
  });

  it.each(['abc', '-1', '1.5', '9999999999999999999999'])('%s is not one: 400', async (position) => {
    expect((await read('brands', position)).statusCode).toBe(400);
  });
});

describe('a model that stopped', () => {
  it('answers at once with its rows, and states that they are not up to date; others answer as usual', async () => {
    await client.query(
      `update projection.checkpoint set status = 'stopped', stopped_at_position = 7, error = 'x' where model = 'books'`,
    );
    await sleep(600);
    const { body } = await api.send('POST', 'units', { unit_name: 'Sack' });
    const started = performance.now();
    const answer = await read('financial_reports/trial_balance', String(body.position));
    expect(performance.now() - started).toBeLessThan(1500);
    expect([answer.statusCode, answer.json().stale, answer.json().behind]).toEqual([200, true, undefined]);
    expect((await read('financial_reports/trial_balance')).json().stale).toBe(true);
    const brands = await read('brands');
    expect([brands.statusCode, brands.json().stale]).toEqual([200, undefined]);
    await client.query(`update projection.checkpoint set status = 'running'`);
    await sleep(600);
    expect((await read('financial_reports/trial_balance')).json().stale).toBeUndefined();
  });

  it('and a connection that broke is made again', async () => {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'daftar read-api%' and datname = current_database()`,
    );
    await sleep(1500);
    expect((await read('brands')).statusCode).toBe(200);
  });
});
