/** A job has the rights of the session that started it, without those that were withdrawn since. */

import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult } from '../../command-api/jobs/bulk.ts';
import { jobRoutes } from '../../command-api/jobs/routes.ts';
import { type Identity, openIdentity } from '../../identity/identity.ts';
import { type SessionScope, scopeOf } from '../../identity/session-scope.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { type Api, openApi, PASSWORD } from './api.ts';
import { expectRoutes, jobsOfOthers } from './jobs-of-others.ts';
import { atTill, type Colleague, colleague, enrol, PIN, signedIn } from './people.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

const HERE = 1;
const SELLING = ['pos_sales/index', 'pos_sales/store', 'pos_sales/destroy', 'sales/store', 'sales/complete'];

let api: Api;
/** An outlet other than the till's. */
let there: Shop;
let identity: Identity;
let database: pg.Client;
beforeAll(async () => {
  api = await openApi();
  there = await openShop(api);
  await api.add('purchases', purchaseBody(there, '100'));
  identity = await openIdentity({ databaseUrl: api.database.url });
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await identity.close();
  await api.close();
});

const places = () => ({ outlets: [HERE, there.outlet], inventories: [1, there.inventory] });

async function result(started: Awaited<ReturnType<Api['send']>>, token: string): Promise<BulkResult> {
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const path = `jobs/${String(started.body.data['job_id'])}`;
  const ended = async () => (await api.send('GET', path, undefined, { token })).body.data['result'];
  await expect.poll(ended, { timeout: LIMIT_MS }).toBeTruthy();
  return (await ended()) as BulkResult;
}

let tills = 0;
/** Signs in at a till of the first outlet. */
async function pinSession({ id }: Colleague): Promise<{ token: string; till: number }> {
  tills += 1;
  const till = await enrol(api, `Till ${tills}`, HERE);
  const answer = await atTill(api, till.cookie, { outlet_fk: HERE, user_fk: id, pin: PIN });
  return { token: String(answer.body.data['access_token']), till: till.id };
}
const cashier = (name: string, permissions: readonly string[]) =>
  colleague(api, name, permissions, {
    ...places(),
    ...{ is_cashier: true, default_inventory_fk: 1, default_account_fk: 1, staff_pin: PIN },
  });

/** A parked receipt in the other outlet. */
async function parked(): Promise<number> {
  const box = (account_name: string) =>
    api.add('cashes', { account_name, cash_type: 1, currency_fk: 1, outlet_fk: there.outlet });
  const [account_fk, safe_account_fk] = [await box('Drawer there'), await box('Safe there')];
  const moment = { outlet_fk: there.outlet, date: '2026-03-11', time: '08:00' };
  const accounts = [{ account_fk, safe_account_fk, float_amount: '0' }];
  const drawer_fk = await api.add('closing_drawers', { ...moment, accounts });
  const lines = [{ item_fk: there.item, unit_fk: there.unit, quantity: '1', price: '1000' }];
  const receipt = { ...moment, inventory_fk: there.inventory, drawer_fk, lines, payments: [], status: 'hold' };
  return api.add('pos_sales', receipt);
}

describe('a bulk action that was started at a till', () => {
  it('does not reach the other outlets of the person', async () => {
    const receipt = await parked();
    const { token } = await pinSession(await cashier('reaching', SELLING));
    expect((await api.send('POST', `pos_sales/${receipt}/discard`, {}, { token })).status).toBe(404);
    const body = { action: 'discard', ids: [receipt] };
    const done = await result(await api.send('POST', 'pos_sales/bulk', body, { token }), token);
    expect(done).toMatchObject({ done: [], refused: [{ id: receipt, title: null }] });
  });

  it('is not started for what a till does not do, and is seen at that till alone', async () => {
    const sale = await api.add('sales', saleBody(there, '1', { status: 'draft' }));
    const person = await cashier('office-too', SELLING);
    const { token } = await pinSession(person);
    const refused = await api.send('POST', 'sales/bulk', { action: 'complete', ids: [sale] }, { token });
    expect(refused.status).toBe(403);
    const one = await api.send('POST', `users/${person.id}/give_password`);
    const office = await api.signIn(person.email, String(one.body.data['password']));
    const password = { new_password: 'a password of my own', new_password_confirmation: 'a password of my own' };
    const current = { current_password: one.body.data['password'], ...password };
    await api.send('POST', 'auth/change_password', current, { token: office });
    const started = await api.send('POST', 'sales/bulk', { action: 'complete', ids: [sale] }, { token: office });
    expect(await result(started, office)).toMatchObject({ done: [sale] });
    const again = await pinSession(person);
    const path = `jobs/${String(started.body.data['job_id'])}`;
    expect((await api.send('GET', path, undefined, { token: again.token })).status).toBe(404);
    expect((await api.send('POST', `${path}/cancel`, {}, { token: again.token })).status).toBe(404);
  });
});

describe('the result of a job of the books', () => {
  const plan = { position: '7', digest: 'd', differences: 1 };
  const differences = [{ account: 5100, outlet_fk: 2, currency_fk: 1, before: '1', after: '77' }];
  const books = { position: '7', balances: [{ account: 5100, outlet_fk: 2, base: '77' }], differences };
  const results: Readonly<Record<string, unknown>> = {
    recalculate: { plan, differences, elsewhere: 0, committed: false },
    close_year: { outcome: 'closed', books },
    bulk: { done: [1], differences },
  };
  const times = { added_at: '2026-03-11T08:00:00Z', finished_at: '2026-03-11T08:00:01Z' };
  const ended = { user_id: 1, till_fk: null, state: 'completed', progress: null, error: null, ...times };
  const viewOf = (name: string) => ({ job_id: name, name, ...ended, result: results[name] });
  const queue = { find: async (name: string) => viewOf(name), cancel: async () => false };
  const app = Fastify();
  app.decorateRequest('person', null as never);
  app.addHook('onRequest', async (request) => {
    const can = (permission: string) => permission !== 'items/show_cost' || request.headers['x-sees'] === 'costs';
    const hasOutlet = (outlet: number) => request.headers['x-outlet'] !== 'another' && outlet === 2;
    request.person = { user_id: 1, can, hasOutlet } as never;
  });
  jobRoutes(app, {} as never, async () => queue as never);
  afterAll(() => app.close());

  const seen = async (name: string, headers: Record<string, string> = {}) => {
    const one = await app.inject({ url: `/jobs/${name}`, headers });
    const cancelled = await app.inject({ method: 'POST', url: `/jobs/${name}/cancel`, headers, payload: {} });
    const followed = await app.inject({ url: `/jobs/${name}/events`, headers });
    const told = JSON.parse(followed.body.replace('data: ', ''));
    return [one.json().data, cancelled.json().data, told].map(({ result }) => result);
  };
  const thrice = (value: unknown) => [value, value, value];

  it('has balances and differences of accounts only for whoever may see costs, however it is asked for', async () => {
    expect(await seen('recalculate')).toEqual(thrice({ plan, differences: null, elsewhere: 0, committed: false }));
    expect(await seen('close_year')).toEqual(
      thrice({ outcome: 'closed', books: { position: '7', balances: null, differences: null } }),
    );
    for (const name of ['recalculate', 'close_year']) {
      expect(await seen(name, { 'x-sees': 'costs' })).toEqual(thrice(results[name]));
    }
    expect(await seen('bulk')).toEqual(thrice(results['bulk']));
  });

  it('has those of the own outlets only', async () => {
    const elsewhere = { 'x-sees': 'costs', 'x-outlet': 'another' };
    expect(await seen('close_year', elsewhere)).toEqual(
      thrice({ outcome: 'closed', books: { position: '7', balances: [], differences: [] } }),
    );
    expect(await seen('recalculate', elsewhere)).toEqual(
      thrice({ plan, differences: [], elsewhere: 0, committed: false }),
    );
  });
});

describe('a job of somebody else', () => {
  it('is seen, cancelled and followed by nobody whom the rule does not name, over every route and for every job', async () => {
    const jobs = await jobsOfOthers(api, { here: [HERE, 1], there: [there.outlet, there.inventory] });
    try {
      expectRoutes(jobs);
      // Each name with one owner; all owners: test/api/jobs-of-others.all.test.ts.
      const wrong: string[] = [];
      for (const [index, name] of jobs.names.entries()) {
        const owner = jobs.owners[index % jobs.owners.length] ?? '';
        wrong.push(...(await jobs.wrong(name, owner, [index % 2 === 0 ? 'delayed' : 'completed'])));
      }
      expect(wrong).toEqual([]);
    } finally {
      await jobs.close();
    }
  });
});

describe('the scope of a session', () => {
  /** The scope after a round trip through JSON, as it is stored with a job. */
  async function scoped(token: string): Promise<SessionScope> {
    const { sub, sid } = JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString());
    const person = await identity.person(Number(sub), sid);
    if (!person) throw new Error('the session is over');
    return JSON.parse(JSON.stringify(scopeOf({ person, sid }))) as SessionScope;
  }

  it('holds neither what was withdrawn nor what was given later', async () => {
    const { id, token } = await signedIn(api, 'changing', ['sales/store', 'sales/complete'], places());
    const scope = await scoped(token);
    const role_fk = await api.add('roles', { role_name: 'Changed', permissions: ['sales/store', 'incomes/store'] });
    await api.send('PATCH', `users/${id}`, { role_fk, outlets: [HERE], inventories: [1] });
    const person = await identity.within(scope);
    expect(['sales/store', 'sales/complete', 'incomes/store'].map((name) => person?.can(name))).toEqual([
      true,
      false,
      false,
    ]);
    expect([person?.hasOutlet(HERE), person?.hasOutlet(there.outlet)]).toEqual([true, false]);
    expect([person?.hasInventory(1), person?.hasInventory(there.inventory)]).toEqual([true, false]);
    await api.send('PATCH', `users/${id}`, places());
    const narrow = await scoped(await signedInAgain(id));
    expect((await identity.within(narrow))?.hasOutlet(there.outlet)).toBe(true);
  });

  /** Signs in again with a new one-time password. */
  async function signedInAgain(id: number): Promise<string> {
    const one = await api.send('POST', `users/${id}/give_password`);
    return api.signIn('changing@example.com', String(one.body.data['password']));
  }

  it('at a till is what the till needs, in its outlet, while the till is enrolled', async () => {
    const { token, till } = await pinSession(await cashier('scoped', SELLING));
    const scope = await scoped(token);
    expect(scope).toMatchObject({ till_fk: till, held: { outlets: [HERE], inventories: [1] } });
    const person = await identity.within(scope);
    expect([person?.can('pos_sales/store'), person?.can('sales/store')]).toEqual([true, false]);
    expect(person?.hasOutlet(there.outlet)).toBe(false);
    await api.send('POST', `tills/${till}/revoke`);
    expect(await identity.within(scope)).toBeUndefined();
  });

  it('outlives signing out, and no block, no new password and no end that somebody else made', async () => {
    const out = await signedIn(api, 'signs-out', ['sales/store'], places());
    const scope = await scoped(out.token);
    await api.send('POST', 'auth/logout', undefined, out);
    expect((await identity.within(scope))?.user_id).toBe(out.id);
    const ends = {
      blocked: (id: number) => api.send('POST', `users/${id}/set_user_status`, { status: 'blocked' }),
      ended: (id: number) => api.send('POST', `users/${id}/end_sessions`),
      password: (id: number) => api.send('POST', `users/${id}/give_password`),
    };
    for (const [name, end] of Object.entries(ends)) {
      const person = await signedIn(api, `revoked-${name}`, ['sales/store'], places());
      const theirs = await scoped(person.token);
      expect((await end(person.id)).status).toBe(200);
      expect([name, await identity.within(theirs)]).toEqual([name, undefined]);
    }
  });

  it.each(['signed_out', 'displaced'])(
    'ends with a block, a new password and every other revocation also after its session was %s',
    async (reason) => {
      const ends = {
        blocked: ({ id }: Colleague) => api.send('POST', `users/${id}/set_user_status`, { status: 'blocked' }),
        ended: ({ id }: Colleague) => api.send('POST', `users/${id}/end_sessions`),
        given: ({ id }: Colleague) => api.send('POST', `users/${id}/give_password`),
        chosen: async ({ email }: Colleague) => {
          const passwords = { new_password: 'chosen afterwards', new_password_confirmation: 'chosen afterwards' };
          const token = await api.signIn(email, PASSWORD);
          return api.send('POST', 'auth/change_password', { current_password: PASSWORD, ...passwords }, { token });
        },
        everywhere: async ({ email }: Colleague) =>
          api.send('POST', 'auth/end_other_sessions', {}, { token: await api.signIn(email, PASSWORD) }),
      };
      for (const [name, end] of Object.entries(ends)) {
        const person = await signedIn(api, `${reason}-${name}`, ['sales/store'], places());
        const scope = await scoped(person.token);
        await database.query(
          `update identity.session set ended_at = now() - interval '5 minutes', end_reason = $2 where sid = $1`,
          [scope.sid, reason],
        );
        expect([name, (await identity.within(scope))?.user_id]).toEqual([name, person.id]);
        expect([name, (await end(person)).status]).toEqual([name, 200]);
        expect([name, await identity.within(scope)]).toEqual([name, undefined]);
        const { rows } = await database.query(
          `select ended_at < now() - interval '4 minutes' as kept from identity.session where sid = $1`,
          [scope.sid],
        );
        expect([name, rows]).toEqual([name, [{ kept: true }]]);
      }
    },
  );
});
