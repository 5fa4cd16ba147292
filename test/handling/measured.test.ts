/**
 * Decisions that query the read models: events that were stored meanwhile are included, or the command is decided
 * again.
 */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readModelQueriesFrom } from '../../command-api/handling/facts/read-model-queries.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { runProjector } from '../../projector/projector.ts';
import { openPremises, type Premises, Shop, USD } from '../projector/shop.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { NOW, over } from './interleaving.ts';

let database: FreshDatabase;
let store: CommandStore;
let pool: pg.Pool;
let projector: Promise<void>;
const stop = { now: new AbortController() };
/** Called once, before the next append of a command with a query. */
let meanwhile: () => Promise<unknown> = async () => undefined;
let people: Shop;
let measuring: Shop;
let premises: Premises;

beforeEach(async () => {
  database = await freshDatabase();
  store = openMemoryStore(() => NOW);
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  stop.now = new AbortController();
  projector = runProjector({ store, databaseUrl: rolesAt(database.url).projector, signal: stop.now.signal });
  people = new Shop(store, { now: NOW });
  const interrupted = over(store, async (batch) => {
    const work = meanwhile;
    meanwhile = async () => undefined;
    await work();
    return store.append(batch);
  });
  measuring = new Shop(interrupted, { now: NOW }, readModelQueriesFrom(pool, store));
  premises = await openPremises(people, true);
});
afterEach(async () => {
  stop.now.abort();
  await projector;
  await pool.end();
  await store.close();
  await database.drop();
});

const last = async (type: string) => (await store.readAll(0n, 10_000)).findLast((event) => event.type === type);

describe('a revaluation', () => {
  const money = (amount: string, date: string) =>
    people.enter('capital_transaction', {
      ...{ outlet_fk: premises.outlets[0], date, currency_fk: USD, rate: '1475' },
      ...{ stockholder_fk: 1, transaction_type: 'contribution', account_fk: premises.cashes[1], amount },
    });

  it('includes events that were stored during the decision, and is not affected by later days', async () => {
    await people.register('stockholder', { stockholder_name: 'Owner' });
    expect(await money('100', '2026-03-02')).toBeDefined();
    const revalue = (outlet_fk: number | undefined, date: string) =>
      measuring.enter('revaluation', { outlet_fk, date, rate_fk: premises.rates[2], status: 'posted' });
    meanwhile = () => money('7', '2026-03-05');
    expect(await revalue(premises.outlets[0], '2026-03-10')).toBeDefined();
    const first = await last('revaluation.posted');
    expect(first?.data).toMatchObject({ balances: [{ foreign_amount: '107' }] });
    let head = 0n;
    meanwhile = async () => {
      head = await store.head();
      await money('5', '2026-03-12');
    };
    expect(await revalue(premises.outlets[0], '2026-03-11')).toBeDefined();
    const second = await last('revaluation.posted');
    expect(second?.data).toMatchObject({ balances: [{ foreign_amount: '107' }] });
    // It was decided once, at the position that the event stores.
    expect(second?.data).toMatchObject({ position: String(head) });
  });
});

describe('a category', () => {
  const category = (name: string, parent_fk?: number) =>
    people.register('category', { category_name: name, ...(parent_fk ? { parent_fk } : {}) });

  it('is not moved to a place where its new children would be too deep', async () => {
    const [one, two] = [await category('One'), await category('Two')];
    const three = await category('Three', await category('Half', two));
    const moved = await category('Moved');
    meanwhile = () => category('Below', moved);
    expect(await measuring.amend('category', moved, { parent_fk: three })).toBeUndefined();
    const state = (await people.handler.states.read([`category-${moved}`])).get(`category-${moved}`)?.state;
    expect(state).toMatchObject({ data: { parent_fk: null } });
    expect(await measuring.amend('category', moved, { parent_fk: one })).toBeDefined();
  });
});
