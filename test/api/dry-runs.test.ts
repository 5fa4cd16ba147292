/**
 * `?dry_run=1` over HTTP: it is refused like the commit, stores nothing, and is refused for routes without a dry run.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRoute } from '../support/every-route.ts';
import { type Api, openApi, SECRET } from './api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
let pool: pg.Pool;
let tables: readonly string[];

beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  pool = new pg.Pool({ connectionString: api.database.url, max: 1 });
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('log', 'claim', 'identity', 'attachment') order by 1`,
  );
  // Every request updates the time of its session's last activity; what was seen of the log follows by the clock.
  const passing = ['identity.session', 'claim.log_seen'];
  tables = rows.map(({ name }) => name).filter((name) => !passing.includes(name));
});
afterAll(async () => {
  await pool.end();
  await api.close();
});

async function checksum(): Promise<unknown> {
  const parts = tables.map((name) => `select '${name}', count(*), sum(hashtextextended(t::text, 0)) from ${name} t`);
  const sessions = `select 'open sessions', count(*), 0 from identity.session where ended_at is null`;
  const { rows } = await pool.query({ text: [...parts, sessions].join(' union all '), rowMode: 'array' });
  return rows;
}

/** A dry run, which stores nothing, and then the commit. */
async function triedAndDone(path: string, body: unknown) {
  const before = await checksum();
  const tried = await api.send('POST', `${path}?dry_run=1`, body, { key: '' });
  expect(await checksum()).toEqual(before);
  return { tried, done: await api.send('POST', path, body) };
}

async function refusedAlike(path: string, body: unknown): Promise<unknown> {
  const { tried, done } = await triedAndDone(path, body);
  expect(done.status).toBe(422);
  const { request_id: _tried, ...answer } = tried.body as unknown as Record<string, unknown>;
  const { request_id: _done, ...refusal } = done.body as unknown as Record<string, unknown>;
  expect({ status: tried.status, ...answer }).toEqual({ status: done.status, ...refusal });
  return done.body.errors;
}

describe('a dry run over HTTP', () => {
  it('refuses a sale of five from nothing in stock', async () => {
    expect(await refusedAlike('sales', saleBody(shop, '5'))).toHaveProperty('lines.0.quantity');
  });

  it('refuses an expense from an empty cash box in a year that is not there', async () => {
    const type = await api.add('expense_types', { type_name: 'Rent of the attic' });
    const body = {
      ...{ outlet_fk: shop.outlet, date: '2031-03-11', expense_type_fk: type, currency_fk: 1, status: 'complete' },
      ...{ amount: '100000000000', payment_type: 'cash', account_fk: shop.cash },
    };
    const errors = await refusedAlike('expenses', body);
    expect(errors).toHaveProperty('date');
    expect(errors).toHaveProperty('account_fk');
  });

  it('refuses a name that is taken, with the name of another language of letters', async () => {
    await api.add('brands', { brand_name: 'Nike' });
    expect(await refusedAlike('brands', { brand_name: 'NIKE' })).toHaveProperty('brand_name');
  });

  it('answers with the next id, and uses none', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { tried, done } = await triedAndDone('brands', { brand_name: `Brand ${round}` });
      expect(tried.body.data['id']).toBe(done.body.data['id']);
    }
    const { tried, done } = await triedAndDone('purchases', purchaseBody(shop, '10'));
    expect([tried.status, done.status]).toEqual([200, 201]);
    const sale = await triedAndDone('sales', saleBody(shop, '5'));
    expect(sale.tried.body.data['id']).toBe(sale.done.body.data['id']);
  });

  it('ends no session and takes no name when a person is tried to be blocked or deleted', async () => {
    const id = await api.add('users', { user_name: 'Hana', email: 'hana@example.com' });
    const { revision } = (await api.send('PATCH', `users/${id}`, { user_full_name: 'Hana A' })).body.data;
    const before = await checksum();
    for (const [method, path, body] of [
      ['POST', `users/${id}/set_user_status`, { status: 'blocked', revision }],
      [
        'PATCH',
        `users/${id}`,
        { new_password: 'a long new one', new_password_confirmation: 'a long new one', revision },
      ],
      ['DELETE', `users/${id}`, { revision }],
    ] as const) {
      expect((await api.send(method, `${path}?dry_run=1`, body)).status, path).toBe(200);
    }
    expect(await checksum()).toEqual(before);
  });

  it('is refused by every route that has none, which does nothing', async () => {
    const routes = (await everyRoute(api.database.url, SECRET)).filter(
      ({ side, method, permission, url }) =>
        side === 'command' && method !== 'GET' && !['anonymous', 'shop'].includes(permission) && url !== 'auth/logout',
    );
    const without = routes.filter(
      ({ querystring }) => !('dry_run' in ((querystring as { properties?: object })?.properties ?? {})),
    );
    expect(without.length).toBeGreaterThan(10);
    const before = await checksum();
    for (const { method, url } of without) {
      const path = `${url.replace(/:[a-z_]+/g, '1')}?dry_run=1`;
      const { status, body } = await api.send(method as 'POST', path, {});
      expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBe(422);
      expect(Object.keys(body.errors ?? {}), path).toEqual(['dry_run']);
    }
    expect(await checksum()).toEqual(before);
  });
});
