import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { follow, pause } from '../../event-store/polling-subscription.ts';
import { type CommandStore, NO_STREAM, type SubscribeOptions } from '../../event-store/port.ts';
import { runProjector } from '../../projector/projector.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import type { FollowOptions } from '../../projector/run/follow-model.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { until as becomesTrue } from '../support/waiting.ts';
import { IQD, openPremises, type Premises, Shop } from './shop.ts';

let database: FreshDatabase;
let client: pg.Client;
let store: CommandStore;
let shop: Shop;
let premises: Premises;
const running: { stop: AbortController; ended: Promise<void> }[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  store = openMemoryStore();
  shop = new Shop(store, { now: new Date('2026-03-10T09:00:00Z') });
  premises = await openPremises(shop, true);
});

afterEach(async () => {
  await Promise.all(running.splice(0).map(end));
  await client.end();
  await store.close();
  await database.drop();
});

function start(more: Partial<FollowOptions> = {}): (typeof running)[number] {
  const stop = new AbortController();
  const value = {
    stop,
    ended: runProjector({ store, databaseUrl: rolesAt(database.url).projector, signal: stop.signal, ...more }),
  };
  running.push(value);
  return value;
}

async function end({ stop, ended }: (typeof running)[number]): Promise<void> {
  stop.abort();
  await ended;
}

interface State {
  readonly model: string;
  readonly position: string;
  readonly status: string;
  readonly stopped_at_position: string | null;
  readonly error: string | null;
}
async function states(): Promise<State[]> {
  const exists = await client.query(`select to_regclass('read.event') as view`);
  if (!exists.rows[0]?.view) return [];
  return (await client.query<State>('select * from read.checkpoint order by model')).rows;
}

const until = (what: (now: readonly State[]) => boolean | Promise<boolean>): Promise<true> =>
  becomesTrue(async () => (await what(await states())) || undefined, { everyMs: 25 });

async function caughtUp(): Promise<void> {
  const head = String(await store.head());
  await until((now) => now.length === 4 && now.every(({ position }) => position === head));
}

const sell = (count: string) =>
  shop.enter('sale', {
    outlet_fk: premises.outlets[0],
    inventory_fk: premises.inventories[0],
    date: '2026-03-10',
    currency_fk: IQD,
    payment_type: 'cash',
    account_fk: premises.cashes[0],
    lines: [{ item_fk: premises.items[0], unit_fk: premises.unit, quantity: count, price: '1000' }],
    status: 'complete',
  });

const sold = async () =>
  (await client.query<{ sold: string }>(`select coalesce(sum(quantity), 0)::text as sold from read.stock_line`)).rows[0]
    ?.sold;

describe('the projector', () => {
  it('brings every model to the head of the log, notifies listeners, and ends on its signal', async () => {
    const heard: string[] = [];
    await client.query('listen projected');
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    const projector = start();
    await caughtUp();
    const answer = await sell('2');
    await caughtUp();
    expect(await sold()).toBe('-2.000000');
    expect(heard).toContain(`books:${answer?.position}`);
    await end(projector);
  });

  it('stops a model at an event that it cannot fold, reports it, and continues the other models', async () => {
    await sell('1');
    const before = await store.head();
    const commandId = randomUUID();
    const event = { id: randomUUID(), type: 'sale.completed', v: 1, data: { date: '2026-03-10', lines: 'none' } };
    await store.append({
      commandId,
      writes: [{ stream: 'sale-900', expectedRevision: NO_STREAM, events: [event] }],
      claims: [],
      meta: { actor: '1', commandId },
    });
    await sell('1');
    start();
    await until((now) => now.filter(({ status }) => status === 'stopped').length === 2);
    await until((now) => now.find(({ model }) => model === 'records')?.position === String(before + 2n));
    const by = Object.fromEntries((await states()).map((state) => [state.model, state]));
    expect(by['books']).toMatchObject({
      status: 'stopped',
      position: String(before),
      stopped_at_position: String(before + 1n),
    });
    expect(by['documents']).toMatchObject({ status: 'stopped', position: String(before) });
    expect(by['books']?.error).toBeTruthy();
    expect(by['events']).toMatchObject({ status: 'running', position: String(before + 2n) });
    expect(await sold()).toBe('-1.000000');
  });

  it('stops at an event that a newer version of Daftar stored', async () => {
    const commandId = randomUUID();
    const event = { id: randomUUID(), type: 'brand.registered', v: 9, data: { brand_name: 'Nike' } };
    await store.append({
      commandId,
      writes: [{ stream: 'brand-7', expectedRevision: NO_STREAM, events: [event] }],
      claims: [],
      meta: { actor: '1', commandId },
    });
    start();
    await until((now) => now.length === 4 && now.every(({ status }) => status === 'stopped'));
    expect((await states())[0]?.error).toContain('newer version');
  });

  it('has one owner for each model: of two projectors one works, and the other takes over when it ends', async () => {
    const first = start();
    start();
    await caughtUp();
    for (let count = 0; count < 5; count++) await sell('1');
    await caughtUp();
    await end(first);
    await sell('1');
    await caughtUp();
    expect(await sold()).toBe('-6.000000');
  });

  it('reports for each model that the log cannot be read, and continues when it can be', async () => {
    const errors = new Map<string, string>();
    let isBroken = true;
    const read = (after: bigint) => {
      if (isBroken) throw new Error('the log cannot be read');
      return store.readAll(after, 500);
    };
    const wait = (signal: AbortSignal) => pause(20, signal);
    const broken = new Proxy(store, {
      get: (real, name) =>
        name === 'subscribe'
          ? (options: SubscribeOptions) => follow({ ...options, read: async (after) => read(after), wait })
          : Reflect.get(real, name).bind(real),
    });
    start({ store: broken, onError: (model, error) => errors.set(model, String(error)) });
    await until(() => errors.size === 4);
    expect(new Set(errors.values())).toEqual(new Set(['Error: the log cannot be read']));
    isBroken = false;
    await caughtUp();
  });

  it('reports that it runs during a long batch, and owns only the models that it locked', async () => {
    const beats = async () => {
      const { rows } = await client.query<{ model: string; at: string }>(
        'select model, heartbeat_at::text as at from projection.owner order by model',
      );
      return new Map(rows.map(({ model, at }) => [model, at]));
    };
    await client.query(`select pg_advisory_lock(22, hashtext('events'))`);
    start();
    await until(async (now) => now.filter(({ position }) => position !== '0').length === 3);
    expect([...(await beats()).keys()]).toEqual(['books', 'documents', 'records']);
    await client.query(`select pg_advisory_unlock(22, hashtext('events'))`);
    await caughtUp();
    const schema = (await client.query(`select schema from projection.build where status = 'current'`)).rows[0]?.schema;
    await client.query('begin');
    await client.query(`lock table ${schema}.event in exclusive mode`);
    await sell('1');
    const isWaiting = async () => {
      const { rows } = await client.query(
        `select from pg_locks where relation = '${schema}.event'::regclass and not granted`,
      );
      return rows.length > 0;
    };
    await until(isWaiting);
    const before = (await beats()).get('events');
    await until(async () => (await beats()).get('events') !== before && (await isWaiting()));
    await client.query('rollback');
    await caughtUp();
  });

  it('continues after its connections were cut', async () => {
    start();
    await caughtUp();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'daftar projector' and datname = current_database()`,
    );
    await sell('3');
    await caughtUp();
    expect(await sold()).toBe('-3.000000');
  });
});

describe('a build that an older program wrote', () => {
  it('is replaced at the next start, even when its rows differ from those of the events', async () => {
    await sell('1');
    const older = start();
    await caughtUp();
    await end(older);
    const [before] = (await client.query<{ schema: string }>('select schema from projection.build')).rows;
    await client.query(`update projection.build set definition = 'of an older program'`);
    await client.query(`insert into ${before?.schema}.cost_layer values (1, 0, '2026-03-01', '[]')`);
    start();
    await until(async () => (await client.query('select from read.cost_layer')).rowCount === 0);
    await sell('1');
    await caughtUp();
    expect(await sold()).toBe('-2.000000');
  });
});

describe('a rebuild', () => {
  it('is never visible in part: readers always get a complete trial balance, and the projector continues in the new build', async () => {
    for (let count = 0; count < 30; count++) await sell('1');
    start();
    await caughtUp();
    const signal = new AbortController().signal;
    let done = false;
    const rebuilding = rebuild({ databaseUrl: database.url, store, signal, sameRules: true }).finally(() => {
      done = true;
    });
    let least = 0;
    let position = 0;
    let reads = 0;
    while (!done) {
      const { rows } = await client.query<{ lines: number; sum: string; sales: number; position: number }>(
        `select count(*)::int as lines, sum(base)::text as sum, (select count(*)::int from read.document) as sales,
           (select position::int from read.checkpoint where model = 'books') as position
         from read.journal_line`,
      );
      const now = rows[0] ?? { lines: 0, sum: '', sales: 0, position: 0 };
      expect(now.position).toBeGreaterThanOrEqual(position);
      position = now.position;
      expect(now.lines).toBeGreaterThanOrEqual(least);
      expect(Number(now.sum)).toBe(0);
      expect(now.sales).toBeGreaterThanOrEqual(30);
      least = now.lines;
      reads++;
      if (reads === 3) await sell('1');
    }
    const { schema } = await rebuilding;
    await sell('1');
    await caughtUp();
    expect(await sold()).toBe(reads >= 3 ? '-32.000000' : '-31.000000');
    expect((await client.query('select schema, status from projection.build')).rows).toEqual([
      { schema, status: 'current' },
    ]);
    const broken = (await checkBooks(client, schema)).filter(({ findings }) => findings.length > 0);
    expect(broken).toEqual([]);
  });

  it('that is broken off does not change the tables of the readers', async () => {
    await sell('1');
    start();
    await caughtUp();
    const { rows: before } = await client.query('select schema, status from projection.build');
    await expect(
      rebuild({ databaseUrl: database.url, store, signal: AbortSignal.abort(), sameRules: true }),
    ).rejects.toThrow();
    expect((await client.query('select schema, status from projection.build')).rows).toEqual(before);
    expect(await sold()).toBe('-1.000000');
  });
});
