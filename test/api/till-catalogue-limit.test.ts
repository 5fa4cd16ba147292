/**
 * The catalogue is the largest answer of a device: a till that requests it too often is refused, and others are not.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { SECRET, TODAY } from './api.ts';
import { caughtUp, type OpenedTill, openedTill, openTillShop, type TillShop } from './tilling.ts';

/** With this limit a till may request its catalogue twice a minute. */
const PER_MINUTE = 100;
let shop: TillShop;
let front: OpenedTill;
let back: OpenedTill;
let app: FastifyInstance;
let now = 0;

beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  front = await openedTill(shop, 'Front');
  back = await openedTill(shop, 'Back');
  await caughtUp(shop.api);
  app = Fastify();
  const requestLimit = { perMinute: PER_MINUTE, now: () => now };
  const databaseUrl = rolesAt(shop.api.database.url).command;
  const options = { secrets: { jwtSecret: SECRET }, dataDir: '', requestLimit, databaseUrl, clock: () => TODAY };
  await app.register(commandApi(options), { prefix: '/api' });
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  await shop?.api.close();
});

const ask = (till: OpenedTill, path = 'till/catalogue') =>
  app.inject({ method: 'GET', url: `/api/${path}`, headers: { cookie: till.device.cookie, 'accept-language': 'ar' } });

it('is given to a till so often in a minute and no oftener, whole or what changed; others and the state of the till go on', async () => {
  const whole = await ask(front);
  expect(whole.statusCode).toBe(200);
  const { position } = JSON.parse(whole.body.split('\n')[0] ?? '') as { position: string };
  expect((await ask(front, `till/catalogue?after=${position}`)).statusCode).toBe(200);
  const refused = await ask(front);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toMatch(/^(60|[1-5]?\d)$/);
  expect(refused.json()).toMatchObject({ code: 'too_many', message: expect.stringMatching(/[\u0600-\u06ff]/) });
  expect((await ask(front, `till/catalogue?after=${position}`)).statusCode).toBe(429);
  expect((await ask(front, 'till/state')).statusCode).toBe(200);
  expect((await ask(back)).statusCode).toBe(200);
  now += 61_000;
  const database = new pg.Client({ connectionString: shop.api.database.url });
  await database.connect();
  await database.query("update identity.request_count set ends_at = ends_at - interval '61 seconds'");
  await database.end();
  expect((await ask(front)).statusCode).toBe(200);
});
