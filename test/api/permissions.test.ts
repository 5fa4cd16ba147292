import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { rolesAt } from '../support/database.ts';
import { type Api, openApi, PASSWORD, SECRET } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
});
afterAll(() => api.close());

/** A person with a role of exactly these permissions. */
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

describe('a route', () => {
  const starting = async (config: object) => {
    const app = Fastify();
    const plugin = commandApi({
      databaseUrl: rolesAt(api.database.url).command,
      secrets: { jwtSecret: SECRET },
      dataDir: '',
    });
    try {
      await app.register(async (scope) => {
        await plugin(scope, {});
        scope.post('/late', { config }, async () => 'late');
      });
      await app.ready();
    } finally {
      await app.close();
    }
  };

  it('without a permission fails the start', async () => {
    await expect(starting({})).rejects.toThrow(/declares no permission/);
  });

  it('that changes people and does not declare its subject prevents the start', async () => {
    const permissions = ['users/update', 'sales/store##roles/store', 'user_pins/destroy', 'tills/update'];
    for (const permission of [...permissions, 'signed_in', 'anonymous']) {
      await expect(starting({ permission }), permission).rejects.toThrow(/declares no authority/);
    }
    await starting({ permission: 'users/update', authority: 'record' });
    await starting({ permission: 'sales/store' });
  });
});

describe('an event', () => {
  it('has who, where, when, at which device and why', async () => {
    await api.add('purchases', purchaseBody(shop, '5'));
    const sale = await api.add('sales', saleBody(shop, '1'));
    const back = { reason: 'the customer came back' };
    const sent = await api.send('POST', `sales/${sale}/return_to_draft`, back, { headers: { 'x-device': 'counter' } });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const client = new pg.Client({ connectionString: api.database.url });
    await client.connect();
    const { rows } = await client.query<{ type: string; meta: object; at: Date }>(
      'select type, meta, recorded_at as at from log.event where stream = $1 order by revision',
      [`sale-${sale}`],
    );
    await client.end();
    expect(rows[0]?.meta).toMatchObject({ actor: '1', outlet: String(shop.outlet) });
    expect(rows.at(-1)).toMatchObject({
      type: 'sale.returned_to_draft',
      at: expect.any(Date),
      meta: { actor: '1', device: 'client:counter', ...back },
    });
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
