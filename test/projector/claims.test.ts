import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkClaims } from '../../projector/verify/claims.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { history } from './acts.ts';
import { Play } from './histories.ts';
import { Projection } from './projection.ts';
import { openPremises, Shop } from './shop.ts';

describe('after a history in PostgreSQL', () => {
  let database: FreshDatabase;
  let store: CommandStore;
  let projection: Projection;
  beforeAll(async () => {
    database = await freshDatabase();
    store = await openPostgresStore({ url: database.url });
    const shop = new Shop(store, { now: new Date('2026-03-20T08:00:00Z') });
    const play = new Play(shop, await openPremises(shop, true));
    for (const act of fc.sample(history(80), { numRuns: 3, seed: 11 }).flat()) await play.run(act);
    projection = await Projection.open(database.url, store);
    await projection.catchUp();
  });
  afterAll(async () => {
    await projection.close();
    await store.close();
    await database.drop();
  });

  it('the claims equal the read models, and documents show their open amounts', async () => {
    const { client, build } = projection;
    const answers = [...(await checkAcross(client, build.schema)), ...(await checkClaims(client, build.schema))];
    expect(answers.length).toBeGreaterThan(9);
    expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([]);
    const [row] = await projection.rows<{ claimed: number }>(
      `select count(*)::int as claimed from claim.level where key like 'stock:%' or key like 'cash:%'`,
    );
    expect(row?.claimed).toBeGreaterThan(4);
  });

  it('a claim that was changed by hand is found', async () => {
    await projection.rows(`update claim.level set total = total + 1 where key like 'stock:%'`);
    const answers = await checkAcross(projection.client, projection.build.schema);
    expect(answers.find(({ name }) => name.startsWith('stock'))?.findings.length).toBeGreaterThan(0);
  });

  it('a document with fewer than zero links is found', async () => {
    await projection.rows(`insert into claim.level values ('link:sale-1', -1000000, '1900-01-01')
      on conflict (key) do update set total = excluded.total`);
    const answers = await checkClaims(projection.client, projection.build.schema);
    const found = answers.find(({ name }) => name.startsWith('what stands on a document'));
    expect(found?.findings).toEqual(['link:sale-1: -1000000 claimed']);
  });
});

/** The links of a document refuse its reversal. They must be right in any order of events. */
describe('the links of a document', () => {
  const opened = async () => {
    const store = openMemoryStore();
    const shop = new Shop(store, { now: new Date('2026-03-20T08:00:00Z') });
    const premises = await openPremises(shop, true);
    const place = { outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0], date: '2026-03-10' };
    const line = { item_fk: premises.items[0], unit_fk: premises.unit, quantity: '4', price: '1000' };
    const links = async () =>
      Object.fromEntries((await store.levels('link:', 1000)).map(({ key, total }) => [key.slice(5), Number(total)]));
    const act = async (kind: string, id: number, transition: string, body: object = {}) =>
      (await shop.transit(kind, id, transition, body)) !== undefined;
    return { shop, premises, place, line, links, act, currency: { currency_fk: 1 } };
  };

  it('are none when an online order is delivered, whose number was assigned when it was entered', async () => {
    const { shop, premises, place, line, links, act, currency } = await opened();
    const cash = { payment_type: 'cash', account_fk: premises.cashes[0], customer_fk: premises.customers[0] };
    const id = await shop.register('online_order', { ...place, ...currency, ...cash, lines: [line] });
    expect(await act('online_order', id, 'confirm')).toBe(true);
    for (let times = 0; times < 2; times++) {
      expect(await act('online_order', id, 'deliver')).toBe(true);
      expect(await links()).toEqual({});
      expect(await act('online_order', id, 'return_to_confirmed', { reason: 'nobody at home' })).toBe(true);
    }
    expect(await links()).toEqual({});
  });

  it('are the return of a purchase that was received before its bill, and `OUT` more before it was received', async () => {
    const { shop, premises, place, line, links, act, currency } = await opened();
    const owed = { payment_type: 'on_account', supplier_fk: premises.suppliers[0] };
    const purchase = await shop.register('purchase', {
      ...{ ...place, ...currency, ...owed, lines: [line] },
      ...{ receive: false, status: 'complete' },
    });
    const stream = `purchase-${purchase}`;
    expect(await links()).toEqual({ [stream]: 1_000_000 });
    expect(await act('purchase', purchase, 'receive', { date: '2026-03-10', billed: false })).toBe(true);
    expect(await links()).toEqual({});
    expect(await act('purchase', purchase, 'bill', { date: '2026-03-10' })).toBe(true);
    const back = { ...place, ...currency, ...owed, purchase_fk: purchase, status: 'complete' };
    const lines = [{ purchase_line_id: 1, quantity: '1' }];
    const returned = await shop.register('purchase_return', { ...back, lines });
    expect(await links()).toEqual({ [stream]: 1 });
    expect(await act('purchase', purchase, 'return_to_draft', { reason: 'wrong' })).toBe(false);
    expect(await act('purchase_return', returned, 'return_to_draft', { reason: 'wrong' })).toBe(true);
    expect(await act('purchase', purchase, 'return_to_draft', { reason: 'wrong' })).toBe(true);
    expect(await links()).toEqual({ [stream]: 1_000_000, [`purchase_return-${returned}`]: 1_000_000 });
  });

  it('are none of an order that is paid after goods were purchased from it', async () => {
    const { shop, premises, place, line, links, act, currency } = await opened();
    const supplier_fk = premises.suppliers[0];
    const ordered = { ...place, ...currency, supplier_fk, lines: [{ ...line, line_id: 1 }], status: 'bill' };
    const order = await shop.register('purchase_order', ordered);
    const lines = [{ ...line, quantity: '2', order_line_id: 1 }];
    const owed = { payment_type: 'on_account', supplier_fk, purchase_order_fk: order, status: 'complete' };
    const purchase = await shop.register('purchase', { ...place, ...currency, ...owed, lines });
    const payment = { payment_id: 1, amount: '500', date: '2026-03-10', account_fk: premises.cashes[0] };
    expect(await act('purchase_order', order, 'pay', payment)).toBe(true);
    expect(await act('purchase', purchase, 'return_to_draft', { reason: 'wrong' })).toBe(true);
    expect(await links()).toEqual({ [`purchase-${purchase}`]: 1_000_000 });
  });
});

describe('a return on account', () => {
  it('settles the open amount of its sale, though only the sale has the customer and the currency', async () => {
    const store = openMemoryStore();
    const shop = new Shop(store, { now: new Date('2026-03-20T08:00:00Z') });
    const premises = await openPremises(shop, true);
    const place = { outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0], date: '2026-03-10' };
    const line = { item_fk: premises.items[0], unit_fk: premises.unit, quantity: '4', price: '1000' };
    const owed = { payment_type: 'on_account', status: 'complete' };
    const customer_fk = premises.customers[0];
    const sale_fk = await shop.register('sale', { ...place, ...owed, currency_fk: 1, customer_fk, lines: [line] });
    await shop.register('sale_return', { ...place, ...owed, sale_fk, lines: [{ sale_line_id: 1, quantity: '1' }] });
    const open = await store.levels(`open:customer-${customer_fk}:`, 10);
    expect(open.map(({ key, total }) => [key, Number(total)])).toEqual([
      [`open:customer-${customer_fk}:1:2026-03-10:sale-${sale_fk}`, 3000],
    ]);
  });
});
