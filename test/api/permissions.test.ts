import type { RouteOptions } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/main.ts';
import { type Api, openApi, PASSWORD, SECRET } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly permission: string;
}

let api: Api;
let shop: Shop;
let routes: Route[];
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  routes = await everyRoute(api.database.url);
});
afterAll(() => api.close());

/** The routes as they are added, seen from outside of the plugin. */
async function everyRoute(databaseUrl: string): Promise<Route[]> {
  const found: Route[] = [];
  const app = Fastify();
  app.addHook('onRoute', (route: RouteOptions) => {
    for (const method of [route.method].flat() as Route['method'][]) {
      const permission = () => route.config?.permission ?? '';
      if (['GET', 'POST', 'PATCH', 'DELETE'].includes(method))
        found.push({
          method,
          path: route.url,
          get permission() {
            return permission();
          },
        });
    }
  });
  await app.register(commandApi({ databaseUrl, secrets: { jwtSecret: SECRET }, dataDir: '' }), { prefix: '/api' });
  await app.ready();
  await app.close();
  return found.filter((route) => !route.path.includes('/docs'));
}

/** A person with a role of exactly these permissions, and what the person was given. */
async function person(name: string, permissions: readonly string[], given: object = {}): Promise<string> {
  const role_fk = await api.add('roles', { role_name: `role of ${name}`, permissions });
  const email = `${name}@example.com`;
  const id = await api.add('users', { user_name: name, email, role_fk, ...given });
  const one = await api.send('POST', `users/${id}/give_password`);
  const first = await api.signIn(email, String(one.body.data['password']));
  const changed = await api.send(
    'POST',
    'auth/change_password',
    { current_password: one.body.data['password'], new_password: PASSWORD, new_password_confirmation: PASSWORD },
    { token: first },
  );
  expect(changed.status).toBe(200);
  return api.signIn(email, PASSWORD);
}

const call = (route: Route, token: string) =>
  api.send(
    route.method,
    route.path.replace('/api/', '').replace(':id', '4242').replace(':resource', 'brands'),
    route.method === 'GET' ? undefined : {},
    { token },
  );

describe('every route', () => {
  it('declares who may call it', () => {
    expect(routes.length).toBeGreaterThan(80);
    expect(routes.filter((route) => route.permission === '')).toEqual([]);
  });

  it('answers 401 to nobody, 403 without its permission, and neither to those with it', async () => {
    const guarded = routes.filter((route) => !['anonymous', 'signed_in'].includes(route.permission));
    const without = await person('without', ['nothing/at_all']);
    const all = [...new Set(guarded.flatMap((route) => route.permission.split('##')))];
    const withAll = await person('with-all', all);
    const wrong: string[] = [];
    for (const route of guarded) {
      const statuses = [];
      for (const token of ['', without, withAll, api.token]) statuses.push((await call(route, token)).status);
      const [nobody, unpermitted, permitted = 0, superUser = 0] = statuses;
      const fits =
        nobody === 401 && unpermitted === 403 && ![401, 403].includes(permitted) && ![401, 403].includes(superUser);
      if (!fits || permitted >= 500 || superUser >= 500) wrong.push(`${route.method} ${route.path} ${statuses}`);
    }
    expect(wrong).toEqual([]);
  });

  it('that only asks to be signed in answers 401 to nobody', async () => {
    for (const route of routes.filter((each) => each.permission === 'signed_in' && !each.path.includes('logout'))) {
      expect((await call(route, '')).status).toBe(401);
      expect((await call(route, api.token)).status).not.toBe(401);
    }
  });

  it('without a permission fails the start', async () => {
    const app = Fastify();
    const plugin = commandApi({ databaseUrl: api.database.url, secrets: { jwtSecret: SECRET }, dataDir: '' });
    const start = async () => {
      await app.register(async (scope) => {
        await plugin(scope, {});
        scope.get('/open', async () => 'open');
      });
      await app.ready();
    };
    await expect(start()).rejects.toThrow(/declares no permission/);
    await app.close();
  });
});

describe('completing at once', () => {
  it('needs the permission to complete beside that to enter', async () => {
    const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const token = await person('enters-only', ['sales/store'], given);
    const { status, body } = await api.send('POST', 'sales', saleBody(shop, '1'), { token });
    expect(status).toBe(403);
    expect(JSON.stringify(body)).toContain('sales/complete');
    expect((await api.send('POST', 'sales', saleBody(shop, '1', { status: 'draft' }), { token })).status).toBe(201);
  });
});

describe('row scope', () => {
  it('answers 404 for a document of an outlet that was not given', async () => {
    const item = await api.add('items', itemBody(shop.unit, 'Scoped'));
    await api.add('purchases', purchaseBody({ ...shop, item }, '5'));
    const sale = await api.add('sales', saleBody({ ...shop, item }, '1'));
    const elsewhere = await api.add('outlets', { outlet_name: 'Elsewhere' });
    const rights = ['sales/store', 'sales/complete', 'sales/return_to_draft', 'cashes/update', 'sale_returns/store'];
    const stranger = await person('stranger', rights, { outlets: [elsewhere] });
    const theirs = await person('local', rights, { outlets: [shop.outlet], inventories: [shop.inventory] });
    const back = (token: string) => api.send('POST', `sales/${sale}/return_to_draft`, { reason: 'check' }, { token });
    expect((await back(stranger)).status).toBe(404);
    expect((await api.send('PATCH', `cashes/${shop.cash}`, { code: 'x' }, { token: stranger })).status).toBe(404);
    const entered = await api.send('POST', 'sales', saleBody({ ...shop, item }, '1'), { token: stranger });
    expect(entered.body.errors).toHaveProperty('outlet_fk');
    expect((await back(theirs)).status).toBe(200);
  });
});

describe('what a person may do', () => {
  it('changes with the next requests when their role loses it, or they are blocked', async () => {
    const token = await person('changing', ['brands/store']);
    expect((await api.send('POST', 'brands', { brand_name: 'While allowed' }, { token })).status).toBe(201);
    const me = await api.send('POST', 'auth/me', undefined, { token });
    await api.send('PATCH', `users/${me.body.data['user_id']}`, { role_fk: null });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await api.send('POST', 'brands', { brand_name: 'Not now' }, { token })).status).toBe(403);
    await api.send('PATCH', `users/${me.body.data['user_id']}`, { status: 'blocked' });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await api.send('POST', 'auth/me', undefined, { token })).status).toBe(401);
  });
});
