/** The log of requests: a line for each request of a person, and counts for those of strangers. */
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandApi } from '../../command-api/main.ts';
import { buildServer } from '../../launcher/server.ts';
import type { FreshDatabase } from '../support/database.ts';
import { rolesAt } from '../support/database.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';

type Line = Readonly<Record<string, unknown>>;
let database: FreshDatabase;
let app: FastifyInstance;
let lines: Line[];
let now: number;

beforeEach(async () => {
  database = await seededDatabase();
  lines = [];
  now = 0;
  const logger = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text) as Line) });
  const options = { databaseUrl: rolesAt(database.url).command, secrets: { jwtSecret: 'k'.repeat(48) }, dataDir: '' };
  app = await buildServer({ apis: [commandApi(options)], checks: {}, logger, now: () => now });
  // A public route, like the pages of the web.
  app.get('/healthy', async () => 'yes');
  await app.ready();
  lines.length = 0;
});
afterEach(async () => {
  await app.close();
  await database.drop();
});

const headers = { 'content-type': 'application/json' };
const ask = (token = '') =>
  app.inject({ url: '/api/schemas/items', headers: token ? { authorization: `Bearer ${token}` } : {} });
const messages = () => lines.map(({ msg }) => msg);

test('a request of a person is one line, that names the request and the answer', async () => {
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: SUPER_USER });
  lines.length = 0;
  expect((await ask(signedIn.json().access_token as string)).statusCode).toBe(200);
  expect(messages()).toEqual(['request completed']);
  expect(lines[0]).toMatchObject({ req: { method: 'GET', url: '/api/schemas/items' }, res: { statusCode: 200 } });
  expect(JSON.stringify(lines)).not.toContain(SUPER_USER.password);
});

test('requests of strangers are one line a minute with their number, whether they were refused or answered', async () => {
  for (let value = 0; value < 40; value += 1) expect((await ask()).statusCode).toBe(401);
  for (let value = 0; value < 7; value += 1) expect((await app.inject('/api/nothing')).statusCode).toBe(404);
  const payload = { email: 'a@example.com', password: 'b' };
  expect((await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })).statusCode).toBe(422);
  for (let value = 0; value < 30; value += 1) expect((await app.inject('/healthy')).statusCode).toBe(200);
  expect(messages()).toEqual([]);
  let minutes = 0;
  // A request may be counted after its answer, so the count is read repeatedly.
  const counted = async () => {
    minutes += 1;
    now = minutes * 61_000;
    await ask();
    const told = lines.map(({ strangers }) => strangers as Readonly<Record<number, number>>);
    return [401, 404, 422, 200].map((status) => told.reduce((sum, value) => sum + (value[status] ?? 0), 0));
  };
  await expect
    .poll(async () => (await counted()).map((count, at) => (at === 0 ? count - minutes + 1 : count)))
    .toEqual([40, 7, 1, 30]);
  expect(lines).toHaveLength(minutes);
  expect(lines.every(({ addresses }) => addresses === 1)).toBe(true);
  now += 1_000;
  await ask();
  expect(lines).toHaveLength(minutes);
});
