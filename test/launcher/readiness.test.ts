/** /readyz under attack: one statement on one connection for any number of requests, and a prompt, correct answer. */
import { Agent, request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { DatabaseHealth } from '../../launcher/database/health.ts';
import { buildServer, listen } from '../../launcher/server.ts';
import { CuttableLine } from '../support/cuttable-line.ts';
import type { FreshDatabase } from '../support/database.ts';
import { projectedDatabase } from '../support/seeded-database.ts';

const logger = pino({ level: 'silent' });
let database: FreshDatabase;
let line: CuttableLine;
let health: DatabaseHealth;
let app: FastifyInstance;
let address: string;
let now: number;
let asked: number;

beforeEach(async () => {
  database = await projectedDatabase();
  line = new CuttableLine(inject('databaseServer').adminUrl);
  await line.open();
  health = new DatabaseHealth(line.through(database.url));
  now = 0;
  asked = 0;
  const counted = () => {
    asked += 1;
    return health.database();
  };
  app = await buildServer({
    apis: [],
    checks: { database: counted, projector: health.models },
    logger,
    now: () => now,
  });
  address = `http://127.0.0.1:${await listen(app, { PORT: '0' })}/readyz`;
});
afterEach(async () => {
  await app.close();
  await health.close();
  await line.cut();
  await database.drop();
});

const ready = async () => (await fetch(address)).json();

test('three hundred connections that hammer take one connection of the database, and leave it to others', async () => {
  const watcher = new pg.Client({ connectionString: database.url });
  await watcher.connect();
  const connected = async () => {
    const { rows } = await watcher.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.n ?? 0;
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 300 });
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const sent = request(address, { agent }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end();
    });
  const statuses: number[] = [];
  const seen: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) seen.push(await connected());
  })();
  await Promise.all(
    Array.from({ length: 300 }, async () => {
      for (let value = 0; value < 10; value += 1) {
        statuses.push(await ask());
        // Every answer has expired at the next request.
        now += 10;
      }
    }),
  );
  isOver = true;
  await watching;
  agent.destroy();
  await watcher.end();
  expect([statuses.length, new Set(statuses)]).toEqual([3_000, new Set([200])]);
  expect(Math.max(...seen)).toBe(1);
  expect(asked).toBeLessThan(60);
});

test('an answer is kept for a second and a half, and no longer', async () => {
  expect(await ready()).toEqual({ status: 'ok', checks: { database: 'ok', projector: 'ok' } });
  now = 1_499;
  await ready();
  expect(asked).toBe(1);
  now = 1_501;
  await ready();
  expect(asked).toBe(2);
});

test('those who ask while it is asked get the same answer', async () => {
  await Promise.all(Array.from({ length: 20 }, ready));
  expect(asked).toBe(1);
});

test('a database that is away is told, and that it is back, through a new connection', async () => {
  expect(await ready()).toMatchObject({ status: 'ok' });
  await line.cut();
  now += 2_000;
  const away = await fetch(address);
  expect([away.status, await away.json()]).toEqual([
    503,
    { status: 'not_ready', checks: { database: 'does not answer', projector: 'unknown' } },
  ]);
  await line.open();
  now += 2_000;
  expect(await ready()).toMatchObject({ status: 'ok' });
});
