/** An outlet is entered together with its inventory, its safe and the drawer of its till. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';

let api: Api;
let database: pg.Client;
beforeAll(async () => {
  api = await openApi();
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await api.close();
});

async function lastEvents(count: number) {
  const { rows } = await database.query<{ type: string; data: object; command: string }>(
    `select type, data, meta ->> 'commandId' as command from log.event order by position desc limit $1`,
    [count],
  );
  return rows.reverse();
}
const eventCount = async (): Promise<number> =>
  Number((await database.query('select count(*) from log.event')).rows[0].count);

const PLACES = { new_inventory_name: 'ئەمباری بازاڕ', new_safe_name: 'قاسەی بازاڕ', new_drawer_name: 'چەکمەجەی بازاڕ' };

describe('a new outlet', () => {
  it('makes its inventory, safe and drawer in one append, once', async () => {
    const body = { outlet_name: 'بازاڕ', code: 'BZ', ...PLACES };
    const sent = await api.send('POST', 'outlets', body, { key: 'the same form' });
    expect(sent.status).toBe(201);
    expect(sent.body.data).not.toHaveProperty('new_safe_name');
    const outlet_fk = sent.body.data['id'];
    const events = await lastEvents(4);
    expect(events.map(({ type }) => type)).toEqual([
      ...['outlet.registered', 'inventory.registered', 'cash.registered', 'cash.registered'],
    ]);
    expect(new Set(events.map(({ command }) => command)).size).toBe(1);
    const [outlet, inventory, safe, drawer] = events.map(({ data }) => data);
    expect(Object.keys(outlet ?? {}).filter((field) => field.startsWith('new_'))).toEqual([]);
    expect(inventory).toMatchObject({ inventory_name: PLACES.new_inventory_name, outlet_fk });
    expect(safe).toMatchObject({ account_name: PLACES.new_safe_name, outlet_fk, cash_type: 1, currency_fk: 1 });
    expect(drawer).toMatchObject({ account_name: PLACES.new_drawer_name, outlet_fk });
    const count = await eventCount();
    const again = await api.send('POST', 'outlets', body, { key: 'the same form' });
    expect(again.body.data['id']).toBe(outlet_fk);
    expect(await eventCount()).toBe(count);
  });

  it('makes only what is named', async () => {
    await api.add('outlets', {
      outlet_name: 'Kiosk',
      new_inventory_name: null,
      new_safe_name: ' ',
      new_drawer_name: 'K',
    });
    expect((await lastEvents(2)).map(({ type }) => type)).toEqual(['outlet.registered', 'cash.registered']);
    await api.add('outlets', { outlet_name: 'Warehouse only' });
    expect((await lastEvents(1)).map(({ type }) => type)).toEqual(['outlet.registered']);
  });

  it('is not entered when one of them cannot be, and the field of it is named', async () => {
    const count = await eventCount();
    const taken = await api.send('POST', 'outlets', { outlet_name: 'Second', new_safe_name: 'Cash IQD' });
    expect(taken).toMatchObject({ status: 422, body: { errors: { new_safe_name: [expect.any(String)] } } });
    const twice = { outlet_name: 'Third', new_safe_name: 'Same', new_drawer_name: 'Same' };
    expect((await api.send('POST', 'outlets', twice)).status).toBe(422);
    const long = await api.send('POST', 'outlets', { outlet_name: ' ', new_inventory_name: 'x'.repeat(141) });
    expect(Object.keys(long.body.errors ?? {}).sort()).toEqual(['new_inventory_name', 'outlet_name']);
    expect(await eventCount()).toBe(count);
  });

  it('is tried without using anything up', async () => {
    const body = { outlet_name: 'Tried', new_inventory_name: 'Tried', new_safe_name: 'Tried' };
    const tried = await api.send('POST', 'outlets?dry_run=1', body);
    const done = await api.send('POST', 'outlets', body);
    expect(done.body.data['id']).toBe(tried.body.data['id']);
  });

  it('makes nothing that the person may not enter', async () => {
    const token = await api.person('opener', ['outlets/store']);
    const refused = await api.send('POST', 'outlets', { outlet_name: 'Fourth', ...PLACES }, { token });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual([
      ...['new_drawer_name', 'new_inventory_name', 'new_safe_name'],
    ]);
    expect((await api.send('POST', 'outlets', { outlet_name: 'Fourth' }, { token })).status).toBe(201);
    // Nobody has the new outlet yet, so nobody could enter its places afterwards.
    const manager = await api.person('manager', ['outlets/store', 'inventories/store', 'cashes/store']);
    const places = { new_inventory_name: 'Fifth store', new_safe_name: 'Fifth safe', new_drawer_name: 'Fifth drawer' };
    const sent = await api.send('POST', 'outlets', { outlet_name: 'Fifth', ...places }, { token: manager });
    expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  });

  it('does not make anything when it is changed', async () => {
    const id = await api.add('outlets', { outlet_name: 'Changed' });
    const sent = await api.send('PATCH', `outlets/${id}`, { new_safe_name: 'Later' });
    expect(sent.status).toBe(422);
  });
});

describe('stock below zero', () => {
  it('is stated with an outlet, and differs from the settings only by who may change these', async () => {
    const id = await api.add('outlets', { outlet_name: 'Corner' });
    const token = await api.person('namer', ['outlets/store', 'outlets/update'], { outlets: [id] });
    const states = (negative_stock: string, who?: string) =>
      api.send('PATCH', `outlets/${id}`, { negative_stock }, who ? { token: who } : {});
    const refused = await states('allowed', token);
    expect(refused).toMatchObject({ status: 403, body: { errors: { negative_stock: [expect.any(String)] } } });
    expect((await states('as_system', token)).status).toBe(200);
    expect((await states('allowed')).status).toBe(200);
    const before = (await lastEvents(1))[0];
    expect(before).toMatchObject({ type: 'outlet.amended', data: { changed: { negative_stock: 'allowed' } } });
    expect((await api.send('PATCH', `outlets/${id}`, { code: 'CO' }, { token })).status).toBe(200);
    expect((await states('perhaps')).status).toBe(422);
  });
});
