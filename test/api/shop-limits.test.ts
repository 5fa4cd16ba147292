/** The limits of the customers' application hold over all processes; a command without a key is a command of its own. */
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt } from '../../command-api/identity/attempts.ts';
import { computations } from '../../command-api/identity/passwords/passwords.ts';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { rolesAt } from '../support/database.ts';
import { sleep, until } from '../support/waiting.ts';
import { type Api, openApi } from './api.ts';
import { ask, newShopper, openReplica, signUp } from './customers-app.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
let database: pg.Client;
let one: FastifyInstance;
let other: FastifyInstance;
let numbers = 0;

beforeAll(async () => {
  api = await openApi();
  await ensureRecords({ databaseUrl: rolesAt(api.database.url).command });
  shop = await openShop(api);
  const food = await api.add('categories', { category_name: 'Food' });
  await api.send('PATCH', `items/${shop.item}`, { category_fk: food });
  await api.add('purchases', purchaseBody(shop, '100'));
  await api.send('PATCH', 'app_settings/1', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, account_fk: shop.cash },
  });
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
  [one, other] = [await openReplica(api.database.url), await openReplica(api.database.url)];
});
afterAll(async () => {
  await one?.close();
  await other?.close();
  await database?.end();
  await api?.close();
});

/** A mobile number that nobody has. */
function mobile(): string {
  numbers += 1;
  return String(7_700_000_000 + numbers);
}

const countOf = async (key: string): Promise<number> => {
  const { rows } = await database.query<{ count: number }>('select count from identity.request_count where key = $1', [
    key,
  ]);
  return rows[0]?.count ?? 0;
};

/** Moves the windows of the keys with this beginning into the past. */
const pass = (seconds: number, beginning: string) =>
  database.query('update identity.request_count set ends_at = ends_at - make_interval(secs => $1) where key ^@ $2', [
    seconds,
    beginning,
  ]);

const customersEntered = async (): Promise<number> => {
  const { rows } = await database.query<{ n: number }>(
    `select count(*)::int as n from log.event where type = 'online_customer.registered'`,
  );
  return rows[0]?.n ?? 0;
};

describe('a command without a key', () => {
  it('is done for each customer, although processes give equal ids to their requests', async () => {
    const processes = [await openReplica(api.database.url), await openReplica(api.database.url)];
    const tokens: string[] = [];
    for (const app of processes) tokens.push(await newShopper(app, 'Somebody', mobile()));
    const rename = async (names: readonly string[]) => {
      const found: unknown[] = [];
      for (const [index, app] of processes.entries()) {
        const more = { method: 'PATCH', token: tokens[index] ?? '' } as const;
        const { status, data } = await ask(app, 'me', { consumer_name: names[index] }, more);
        found.push([status, data['consumer_name']]);
      }
      return found;
    };
    expect(await rename(['Renamed', 'Renamed'])).toEqual([
      [200, 'Renamed'],
      [200, 'Renamed'],
    ]);
    expect(await rename(['Shilan', 'Dara'])).toEqual([
      [200, 'Shilan'],
      [200, 'Dara'],
    ]);
    for (const app of processes) await app.close();
  });
});

describe('new accounts of one network', () => {
  it('are at most thirty in an hour, however many processes open them at once', async () => {
    const from = '198.51.100.1';
    const before = await customersEntered();
    const tries = Array.from({ length: 36 }, (_, index) => signUp(index % 2 === 0 ? one : other, 'A', mobile(), from));
    const answers = await Promise.all(tries);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.message).toContain('network');
    expect(refused[0]?.retryAfter).toBeGreaterThan(3500);
    expect(refused[0]?.retryAfter).toBeLessThanOrEqual(3600);
    expect(await customersEntered()).toBe(before + 30);
    expect((await signUp(one, 'A', mobile(), '198.51.100.2')).status).toBe(200);
    await pass(3600, `accounts in an hour of network ${from}`);
    expect((await signUp(other, 'A', mobile(), from)).status).toBe(200);
  });

  it('are not counted when they are refused', async () => {
    const from = '198.51.100.3';
    const known = mobile();
    await api.add('online_customers', { consumer_name: 'Azad', mobile: known });
    for (let tries = 0; tries < 3; tries += 1) expect((await signUp(one, 'E', known, from)).status).toBe(422);
    expect(await countOf(`accounts in an hour of network ${from}`)).toBe(0);
    expect((await signUp(one, 'F', mobile(), from)).status).toBe(200);
    expect(await countOf(`accounts in an hour of network ${from}`)).toBe(1);
  });

  it('are hashed in turn with the attempts of customers', async () => {
    const from = '198.51.100.4';
    const pool = new pg.Pool({ connectionString: rolesAt(api.database.url).command, max: 1 });
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const held = attempt(pool, { way: 'shop', name: 'somebody', ip: from }, async () => {
      await left;
      return { outcome: 'wrong', userId: null };
    });
    const found: unknown[] = [];
    const note = (computation: unknown) => found.push(computation);
    computations.subscribe(note);
    const signed = signUp(one, 'G', mobile(), from);
    // It is counted, and then hashes.
    await until(async () => (await countOf(`accounts in an hour of network ${from}`)) === 1);
    await sleep(200);
    expect(found).toEqual([]);
    leave();
    expect((await signed).status).toBe(200);
    expect(found).toEqual(['hash']);
    computations.unsubscribe(note);
    await held;
    await pool.end();
  });
});

describe('changes of one customer to their own account', () => {
  const address = (label: string) => ({ label, address: '12 Citadel', is_default: label === '0' });
  const rename = (app: FastifyInstance, token: string, index: number, more: object = {}) =>
    ask(app, 'me', { consumer_name: `Name ${index}` }, { method: 'PATCH', token, ...more });

  it('are at most ten in an hour and thirty in a day, however many processes take them', async () => {
    const token = await newShopper(one, 'Rebin', mobile());
    const key = uuid();
    expect((await rename(one, token, 0, { key })).status).toBe(200);
    for (let index = 1; index < 10; index += 1) {
      expect((await rename(index % 2 === 0 ? one : other, token, index)).status).toBe(200);
    }
    for (const language of ['ar', 'ckb']) {
      const refused = await rename(other, token, 10, { language });
      expect(refused).toMatchObject({ status: 429, message: expect.stringMatching(/^[^a-zA-Z]+$/) });
    }
    // A repeated command has its stored answer, and another customer is not limited.
    expect((await rename(other, token, 0, { key })).status).toBe(200);
    expect((await rename(one, await newShopper(one, 'Shadi', mobile()), 0)).status).toBe(200);
    await pass(3600, 'changes in an hour');
    expect((await rename(other, token, 11)).status).toBe(200);
    await database.query(`update identity.request_count set count = 30 where key ^@ 'changes in a day'`);
    await pass(3600, 'changes in an hour');
    expect((await rename(one, token, 12)).status).toBe(429);
  });

  it('have at most ten addresses, as a sign-up has', async () => {
    const token = await newShopper(one, 'Hana', mobile());
    const change = (count: number) => {
      const addresses = Array.from({ length: count }, (_, index) => address(String(index)));
      return ask(one, 'me', { addresses }, { method: 'PATCH', token });
    };
    expect((await change(11)).status).toBe(422);
    expect((await change(10)).status).toBe(200);
  });
});

describe('orders of one customer', () => {
  const order = (quantity = '1') => ({
    received_type: 'collected',
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity }],
  });
  const place = (app: FastifyInstance, token: string, key: string = uuid(), more: object = {}) =>
    ask(app, 'orders', order(), { token, key, ...more });

  it('are at most twenty in ten minutes, however many processes take them at once', async () => {
    const token = await newShopper(one, 'Sara', mobile());
    for (const app of [one, other]) {
      expect((await ask(app, 'orders', order('999'), { token, key: uuid() })).status).toBe(422);
    }
    const keys = Array.from({ length: 26 }, () => uuid());
    const answers = await Promise.all(keys.map((key, index) => place(index % 2 === 0 ? one : other, token, key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.message).toContain('Too many orders');
    expect(refused[0]?.retryAfter).toBeGreaterThan(500);
    // A repeated order has its stored answer, and a dry run and another customer are not limited.
    const stored = answers.findIndex(({ status }) => status === 201);
    const again = await place(other, token, keys[stored]);
    expect(again).toMatchObject({ status: 201, data: { order_id: answers[stored]?.data['order_id'] } });
    expect((await ask(one, 'orders?dry_run=1', order(), { token })).status).toBe(200);
    expect((await place(one, await newShopper(one, 'Lana', mobile()))).status).toBe(201);
    await pass(600, 'orders in ten minutes');
    expect((await place(other, token)).status).toBe(201);
  });

  it('are at most fifty in a day, and the refusal is told in the language of the customer', async () => {
    const token = await newShopper(one, 'Dilan', mobile());
    expect((await place(one, token)).status).toBe(201);
    await database.query(
      `update identity.request_count set count = 50 where key = (
         select key from identity.request_count where key ^@ 'orders in a day' order by ends_at desc limit 1)`,
    );
    for (const language of ['ar', 'ckb']) {
      const refused = await place(other, token, uuid(), { language });
      expect(refused).toMatchObject({ status: 429, message: expect.stringMatching(/^[^a-zA-Z]+$/) });
      expect(refused.retryAfter).toBeGreaterThan(86_000);
    }
    await pass(86_400, 'orders in a day');
    expect((await place(one, token)).status).toBe(201);
  });
});
