/**
 * Prices of a later day take effect on that day without a person, once, with the person who approved them as the actor.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activateDue, type DueOutcome, untilNextRound } from '../../command-api/catalogue/due-pricings.ts';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import { commandApi } from '../../command-api/server.ts';
import { type Identity, openIdentity } from '../../identity/identity.ts';
import { SECRET } from '../api/api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

const TOMORROW = new Date(2026, 2, 12, 0, 0, 2);
const ACTIVATES = ['item_pricings/store', 'item_pricings/activate', 'item_pricings/inactivate'];

let office: Office;
let shop: Shop;
let commands: Commands;
let identity: Identity;
let manager: string;
/** The clock of the rounds. */
let now = TOMORROW;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const { command: databaseUrl } = rolesAt(office.database.url);
  commands = await openCommands({ databaseUrl, clock: () => now });
  identity = await openIdentity({ databaseUrl, store: commands.store });
  manager = await office.person('manager', ACTIVATES);
});
afterAll(async () => {
  await identity.close();
  await commands.close();
  await office.close();
});

function round(at: Date): Promise<DueOutcome> {
  now = at;
  return activateDue({ commands, identity, clock: () => now });
}

async function schedule(item: number, new_price: string, token = manager, more: object = {}): Promise<number> {
  const lines = [{ item_fk: item, unit_fk: shop.unit, new_price }];
  const body = { date: '2026-03-12', status: 'active', lines, ...more };
  const { body: answer } = await office.send('POST', 'item_pricings', body, { token });
  expect(answer.data, JSON.stringify(answer)).toMatchObject({ status: 'scheduled' });
  return Number(answer.data['id']);
}

const goods = (name: string, more: object = {}) => office.add('items', itemBody(shop.unit, name, more));
const priceOf = async (item: number) => {
  const { item_units } = (await office.read(`items/${item}`)).data as unknown as {
    item_units: { sale_price: string }[];
  };
  return item_units[0]?.sale_price;
};
const statusOf = async (id: number) => (await office.read(`item_pricings/${id}`)).data['status'];

/** Types and actors of its events. */
async function eventsOf(id: number): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  try {
    const text = `select type || ' ' || (meta::jsonb ->> 'actor') as event from log.event where stream = $1 order by revision`;
    return (await client.query<{ event: string }>(text, [`item_pricing-${id}`])).rows.map(({ event }) => event);
  } finally {
    await client.end();
  }
}

describe('prices of a later day', () => {
  it('are approved and do not count yet', async () => {
    const item = await goods('Rice of tomorrow');
    const id = await schedule(item, '1100');
    expect(await priceOf(item)).toBe('1000');
    expect((await office.read(`item_pricings/${id}`)).data).toMatchObject({
      status: 'scheduled',
      possible: ['activate', 'deactivate'],
    });
    expect((await round(new Date(2026, 2, 11, 23, 59))).activated).not.toContain(id);
    const early = await office.send('POST', `item_pricings/${id}/activate`, {});
    expect(early.body.data['status']).toBe('scheduled');
    expect((await office.send('POST', `item_pricings/${id}/deactivate`, {})).body.data['status']).toBe('inactive');
    await office.read('item_pricings');
    expect((await round(TOMORROW)).activated).not.toContain(id);
    expect(await priceOf(item)).toBe('1000');
  });

  it('take effect from their day on, once, with the approver as the actor', async () => {
    const item = await goods('Sugar of tomorrow');
    await office.add(
      'purchases',
      purchaseBody(shop, '9', { lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '9', price: '1' }] }),
    );
    const id = await schedule(item, '1250');
    await office.read('item_pricings');
    expect((await round(TOMORROW)).activated).toContain(id);
    expect((await round(TOMORROW)).activated).toEqual([]);
    const [first, second] = await eventsOf(id);
    expect(first).toMatch(/^item_pricing\.scheduled \d+$/);
    expect(second).toBe(first?.replace('scheduled', 'activated'));
    expect(first).not.toBe('item_pricing.scheduled 1');
    const lines = [{ item_fk: item, unit_fk: shop.unit, quantity: '1' }];
    const sold = await office.send('POST', 'sales', saleBody(shop, '1', { lines }));
    expect((sold.body.data['lines'] as { price: string }[])[0]?.price).toBe('1250');
  });

  it('are activated by the server that starts on that day, and in one of two at a time', async () => {
    const item = await goods('Tea of tomorrow');
    const id = await schedule(item, '1300');
    await office.read('item_pricings');
    const { command, projector } = rolesAt(office.database.url);
    const options = { databaseUrl: command, projectorDatabaseUrl: projector, clock: () => TOMORROW };
    const servers = [Fastify(), Fastify()];
    for (const app of servers)
      await app.register(commandApi({ ...options, secrets: { jwtSecret: SECRET }, dataDir: '' }), { prefix: '/api' });
    await Promise.all(servers.map((app) => app.ready()));
    await expect.poll(() => statusOf(id)).toBe('active');
    await Promise.all(servers.map((app) => app.close()));
    expect(await eventsOf(id)).toHaveLength(2);
    expect(await priceOf(item)).toBe('1300');
  });

  it('of a draft that is activated wait too, and the later of two days applies', async () => {
    const item = await goods('Oil of tomorrow');
    const line = { item_fk: item, unit_fk: shop.unit };
    const later = { date: '2026-03-13', lines: [{ ...line, new_price: '1500' }] };
    const draft = await office.send('POST', 'item_pricings', later, { token: manager });
    const second = Number(draft.body.data['id']);
    const activated = await office.send('POST', `item_pricings/${second}/activate`, {}, { token: manager });
    expect(activated.body.data['status']).toBe('scheduled');
    const first = await schedule(item, '1400');
    await office.read('item_pricings');
    expect((await round(new Date(2026, 2, 14))).activated).toEqual([first, second]);
    await expect.poll(() => statusOf(second)).toBe('active');
    expect(await priceOf(item)).toBe('1500');
  });

  it('are not approved by people who may not activate them, nor in a dry run', async () => {
    const item = await goods('Salt of tomorrow');
    const clerk = await office.person('clerk', ['item_pricings/store']);
    const lines = [{ item_fk: item, unit_fk: shop.unit, new_price: '1100' }];
    for (const path of ['item_pricings', 'item_pricings?dry_run=1']) {
      const body = { date: '2026-03-12', status: 'active', lines };
      expect((await office.send('POST', path, body, { token: clerk })).status, path).toBe(403);
    }
  });

  it('stay scheduled when their approver has lost the permission, until another person activates them', async () => {
    const token = await office.person('leaving', ACTIVATES);
    const item = await goods('Flour of tomorrow');
    const id = await schedule(item, '1200', token);
    const users = (await office.read('users?per_page=100&search=leaving')).data as unknown as {
      data: { id: number }[];
    };
    const user = Number((users.data[0] as unknown as { user_id: number }).user_id ?? users.data[0]?.id);
    await office.send('POST', `users/${user}/set_user_status`, { status: 'blocked' });
    await office.read('item_pricings');
    const { activated, left } = await round(TOMORROW);
    expect([activated, left.map((value) => value.id)]).toEqual([[], [id]]);
    expect(await priceOf(item)).toBe('1000');
  });

  it('are checked against the limits of that day: prices below the minimum by then are not applied, with the reason', async () => {
    const item = await goods('Beans of tomorrow');
    const id = await schedule(item, '800');
    await office.send('PATCH', `items/${item}`, { minimum_price: '900' });
    await office.read('item_pricings');
    const { left } = await round(TOMORROW);
    expect(left.find((value) => value.id === id)?.why.message).toContain('price_below_minimum');
    expect(await priceOf(item)).toBe('1000');
  });
});

describe('the next round', () => {
  it('is just after midnight, and within the hour', () => {
    expect(untilNextRound(new Date('2026-03-11T10:30:00Z'), 'UTC')).toBe(3_600_000);
    expect(untilNextRound(new Date('2026-03-11T23:59:00Z'), 'UTC')).toBe(62_000);
    expect(untilNextRound(new Date('2026-03-12T00:00:00Z'), 'UTC')).toBe(3_600_000);
    // In the shop's zone, wherever the server is.
    expect(untilNextRound(new Date('2026-03-11T20:59:00Z'), 'Asia/Baghdad')).toBe(62_000);
    expect(untilNextRound(new Date('2026-03-11T15:59:30Z'), 'Asia/Shanghai')).toBe(32_000);
  });
});
