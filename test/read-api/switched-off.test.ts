/** A module that is switched off refuses its writes by name, over every route that belongs to it; what it stored is read. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURES, type Feature } from '../../domain/organisation/features.ts';
import { SECRET, type Sent } from '../api/api.ts';
import { openApplication } from '../api/customers-app.ts';
import { colleague, enrol, PIN } from '../api/people.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { type Office, openOffice } from './office.ts';

let api: Office;
let shop: Shop;
let routes: readonly Route[];
beforeAll(async () => {
  api = await openOffice();
  shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '10'));
  routes = await everyRoute(api.database.url, SECRET);
});
afterAll(() => api.close());

const features = Object.keys(FEATURES) as Feature[];
const change = (settings: object): Promise<Sent> => api.send('PATCH', 'system_settings/1', settings);
const resourcesOf = ({ permission }: Route) => permission.split('##').map((part) => part.split('/')[0] ?? '');
async function database(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
const isOf = (feature: Feature) => (route: Route) =>
  resourcesOf(route).every((resource) => (FEATURES[feature] as readonly string[]).includes(resource));

async function refused(some: readonly Route[], feature: Feature): Promise<readonly string[]> {
  const name = `"${feature}":[`;
  const answers: string[] = [];
  for (const route of some) {
    const sent = await api.send(route.method as 'POST', addressOf(route), {});
    if (sent.status === 409 && JSON.stringify(sent.body.errors).includes(name))
      answers.push(`${route.method} ${route.url}`);
  }
  return answers;
}

describe('a module that is switched off', () => {
  it.each(features)('as by %s, refuses every write of its resources, and no other', async (feature) => {
    const writes = routes.filter(({ method }) => method !== 'GET');
    const own = writes.filter(isOf(feature));
    const others = writes.filter(
      (route) => route.permission.includes('/') && !isOf(feature)(route) && /brands|sales\/:id/.test(route.url),
    );
    expect(own.length).toBeGreaterThan(2);
    expect(await refused(own, feature)).toEqual([]);
    expect((await change({ [feature]: false })).status).toBe(200);
    expect(await refused(own, feature)).toEqual(own.map(({ method, url }) => `${method} ${url}`));
    expect(await refused(others, feature)).toEqual([]);
    expect((await change({ [feature]: true })).status).toBe(200);
    expect(await refused(own, feature)).toEqual([]);
  });

  it('lets no cashier sign in, and says why', async () => {
    const { cookie } = await enrol(api, 'Till', shop.outlet);
    const signIn = () =>
      api.send(
        'POST',
        'auth/login_cashier',
        { outlet_fk: shop.outlet, user_fk: 1, pin: '482613' },
        { token: '', headers: { cookie } },
      );
    expect((await signIn()).status).not.toBe(409);
    await change({ has_pos: false });
    expect(await signIn()).toMatchObject({ status: 409, body: { errors: { has_pos: [expect.any(String)] } } });
    await change({ has_pos: true });
  });

  it('is not switched off while a drawer is open or a sale is parked, and these are named', async () => {
    const box = (account_name: string) =>
      api.add('cashes', { account_name, cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
    const accounts = [{ account_fk: await box('Drawer'), safe_account_fk: await box('Safe'), float_amount: '0' }];
    const moment = { outlet_fk: shop.outlet, date: '2026-03-11', time: '08:00' };
    const drawer_fk = await api.add('closing_drawers', { ...moment, accounts });
    await api.read('sales');
    const off = await change({ has_pos: false });
    expect([off.status, JSON.stringify(off.body.errors)]).toEqual([
      422,
      expect.stringMatching(/has_pos.*1 document is/),
    ]);
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' }];
    const receipt = { ...moment, inventory_fk: shop.inventory, drawer_fk, lines, payments: [], status: 'hold' };
    await api.add('pos_sales', receipt);
    await api.read('sales');
    expect(JSON.stringify((await change({ has_pos: false })).body.errors)).toMatch(/2 documents are/);
    expect((await change({ has_promotions: false })).status).toBe(200);
  });

  it('is not switched off while tills have parked sales, is told of the oldest, and then takes no more', async () => {
    const cashier = await colleague(api, 'parking', ['pos_sales/index', 'pos_sales/store'], {
      ...{ is_cashier: true, outlets: [shop.outlet], inventories: [shop.inventory], staff_pin: PIN },
      ...{ outlet_fk: shop.outlet, default_inventory_fk: shop.inventory, default_account_fk: 1 },
    });
    const { cookie } = await enrol(api, 'Counter', shop.outlet);
    const atDevice = (path: string, body: object) =>
      api.send('POST', path, body, { token: '', key: '', headers: { cookie } });
    const park = (label: string, hour: number) => {
      const parked_at = `2026-03-11T0${hour}:00:00.000Z`;
      const sale = { uuid: randomUUID(), parked_at, cashier_fk: cashier.id, label, total: '1', cart: { line: 1 } };
      return { uuid: sale.uuid, sent: atDevice('till/parked', sale) };
    };
    await endEverything();
    const said = async (language: string) => {
      const headers = { 'accept-language': language };
      const { status, body } = await api.send('PATCH', 'system_settings/1', { has_pos: false }, { headers });
      return [status, body.errors?.['has_pos']];
    };
    const [later, oldest] = [park('Sugar', 9), park('Rice', 8)];
    expect([(await later.sent).status, (await oldest.sent).status]).toEqual([200, 200]);
    expect(await said('en')).toEqual([422, [expect.stringMatching(/^2 parked sales wait .* Rice, parked at Counter/)]]);
    expect(await said('ar')).toEqual([422, [expect.stringMatching(/2.*Rice.*Counter/)]]);
    expect(await said('ckb')).toEqual([422, [expect.stringMatching(/2.*Rice.*Counter/)]]);
    await atDevice(`till/parked/${oldest.uuid}/end`, {});
    expect(await said('en')).toEqual([
      422,
      [expect.stringMatching(/^1 parked sale waits .* Sugar, parked at Counter/)],
    ]);
    // One that another till has taken up waits too, until it is paid or dropped there.
    await atDevice(`till/parked/${later.uuid}/take`, {});
    expect((await said('en'))[0]).toBe(422);
    await atDevice(`till/parked/${later.uuid}/end`, {});
    expect((await change({ has_pos: false })).status).toBe(200);
    const refused = await park('Tea', 7).sent;
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([409, ['has_pos']]);
    expect((await change({ has_pos: true })).status).toBe(200);
    expect((await park('Tea', 7).sent).status).toBe(200);
    await database(`update preference.parked_sale set stored_at = now() - interval '31 days'`);
    expect((await change({ has_pos: false })).status).toBe(200);
    // What a till has ended is told all the same.
    const taken = await atDevice(`till/parked/${later.uuid}/take`, {});
    const ended = await atDevice(`till/parked/${later.uuid}/end`, {});
    expect(Object.keys(taken.body.errors ?? {})).not.toContain('has_pos');
    expect([ended.status, (await park('Salt', 6).sent).status]).toEqual([200, 409]);
    expect((await change({ has_pos: true })).status).toBe(200);
  });
});

describe('a module that is switched off while something of it is entered', () => {
  it('leaves nothing under way behind: one of the two is refused, whichever comes first', async () => {
    const box = (account_name: string) =>
      api.add('cashes', { account_name, cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
    const outcomes = new Set<string>();
    await endEverything();
    for (let round = 0; round < ROUNDS; round += 1) {
      const accounts = [
        { account_fk: await box(`Racing ${round}`), safe_account_fk: await box(`Kept ${round}`), float_amount: '0' },
      ];
      const drawer = { outlet_fk: shop.outlet, date: '2026-03-11', time: '08:00', accounts, user_fk: 1 };
      const open = () => api.send('POST', 'closing_drawers', drawer);
      const off = () => change({ has_pos: false });
      const [opened, switched] =
        round % 2 === 0
          ? await Promise.all([open(), off()])
          : await Promise.all([off(), open()]).then(([a, b]) => [b, a]);
      outcomes.add(`${opened?.status} ${switched?.status}`);
      expect([opened?.status, switched?.status]).toEqual(switched?.status === 200 ? [409, 200] : [201, 422]);
      if (switched?.status === 200) await change({ has_pos: true });
      await endEverything();
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});
const ROUNDS = 4;

/** Closes the drawers that are open, and discards what is parked. */
async function endEverything(): Promise<void> {
  const rows = async (list: string) => {
    await api.read('sales');
    return (await api.read(list)).data['data'] as unknown as {
      id: number;
      accounts?: readonly { account_fk: number }[];
    }[];
  };
  for (const { id } of await rows('pos_sales?filter[status]=hold'))
    await api.send('POST', `pos_sales/${id}/discard`, {});
  for (const { id } of await rows('closing_drawers?filter[status]=open')) {
    const { data } = await api.read(`closing_drawers/${id}`);
    const own = data['accounts'] as unknown as readonly { account_fk: number }[];
    const moment = { date: '2026-03-11', time: '23:00' };
    const counted = own.map(({ account_fk }) => ({ account_fk, counted_amount: '0' }));
    await api.send('POST', `closing_drawers/${id}/count`, { ...moment, accounts: counted });
    const left = own.map(({ account_fk }) => ({ account_fk, left_amount: '0' }));
    const closed = await api.send('POST', `closing_drawers/${id}/close`, { ...moment, accounts: left });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  }
  await api.read('sales');
}

describe('the shop of the application', () => {
  const ofShop = () => routes.filter(({ url }) => url.startsWith('shop/'));
  const statuses = async () =>
    new Set(
      await Promise.all(
        ofShop().map(
          async (route) => (await api.send(route.method as 'POST', addressOf(route), {}, { token: '' })).status,
        ),
      ),
    );

  it('is not there for strangers before it is set up, and when it is switched off', async () => {
    expect(ofShop().length).toBeGreaterThan(5);
    expect([...(await statuses())]).toEqual([404]);
    await openApplication(api);
    expect([...(await statuses())]).not.toContain(404);
    await change({ has_online_orders: false });
    expect([...(await statuses())]).toEqual([404]);
    await change({ has_online_orders: true });
  });
});
