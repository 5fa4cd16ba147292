import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NotSetAside, setAside } from '../../command-api/set-aside/set-aside.ts';
import { SET_ASIDE_STREAM } from '../../domain/kernel/set-aside.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import type { Stop } from '../../projector/checkpoint/stop.ts';
import { ModelsStopped } from '../../projector/rebuild/catch-up.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { runProjector } from '../../projector/run/projector.ts';
import { verify } from '../../projector/verify/verify.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { spoiling, unreadableSale, unstorableSale } from './poison.ts';
import { IQD, openPremises, type Premises, Shop } from './shop.ts';

let database: FreshDatabase;
let pool: pg.Pool;
let store: CommandStore;
let spoilNext: (type: string) => void;
let shop: Shop;
let premises: Premises;
let projector: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
let stops: Stop[];
let resumed: string[];
const dataDir = mkdtempSync(join(tmpdir(), 'daftar-set-aside-'));

beforeEach(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  const spoilt = spoiling(await openPostgresStore({ url: database.url }));
  ({ store, spoilNext } = spoilt);
  shop = new Shop(store, { now: new Date('2026-03-10T09:00:00Z') });
  premises = await openPremises(shop, true);
  await sell();
  [stops, resumed] = [[], []];
});

afterEach(async () => {
  await end();
  await pool.end();
  await store.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(): void {
  const stop = new AbortController();
  const ended = runProjector({
    store,
    databaseUrl: rolesAt(database.url).projector,
    signal: stop.signal,
    onStop: (stop) => stops.push(stop),
    onResume: (model) => resumed.push(model),
  });
  projector = { stop, ended };
}

async function end(): Promise<void> {
  projector?.stop.abort();
  await projector?.ended;
  projector = undefined;
}

const sell = () =>
  shop.enter('sale', {
    outlet_fk: premises.outlets[0],
    inventory_fk: premises.inventories[0],
    date: '2026-03-10',
    currency_fk: IQD,
    payment_type: 'cash',
    account_fk: premises.cashes[0],
    lines: [{ item_fk: premises.items[0], unit_fk: premises.unit, quantity: '1', price: '1000' }],
    status: 'complete',
  });

interface State {
  readonly model: string;
  readonly position: string;
  readonly status: string;
  readonly stopped_at_position: string | null;
}
const states = async () => {
  const { rows } = await pool.query<State>(
    `select model, position, status, stopped_at_position from read.checkpoint order by model`,
  );
  return new Map(rows.map((row) => [row.model, row]));
};

async function until(what: (now: ReadonlyMap<string, State>) => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const view = await pool.query(`select to_regclass('read.event') as view`);
    if (view.rows[0]?.view && what(await states())) return;
    await sleep(25);
  }
  throw new Error(`not reached: ${JSON.stringify([...(await states())])}`);
}

const stopped = (now: ReadonlyMap<string, State>) =>
  [...now.values()].filter(({ status }) => status === 'stopped').map(({ model }) => model);
const allAt = async (position: bigint) =>
  until((now) => now.size === 4 && [...now.values()].every((state) => state.position === String(position)));

const decide = (position: bigint, reason = 'entered by a broken import') =>
  setAside(store, pool, { position, actor: 1, reason, device: 'server', waitsMs: 0 });

const rebuilt = (sameRules = true) =>
  rebuild({ store, databaseUrl: database.url, signal: new AbortController().signal, sameRules });

async function verified(): Promise<{ readonly holds: boolean; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const signal = new AbortController().signal;
  const holds = await verify({ store, databaseUrl: database.url, dataDir, replay: true, signal, say, waitsMs: 2_000 });
  return { holds, lines };
}

/** Starts a program as `npm run` does. Returns its exit code and its output. */
async function run(program: string): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', program)], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text };
}

describe('a model that cannot fold an event', () => {
  it('stops there and reports it once; other models and their queries continue', async () => {
    const position = await unreadableSale(store);
    await sell();
    start();
    await until((now) => stopped(now).join() === 'books,documents');
    const head = await store.head();
    await until((now) => now.get('events')?.position === String(head) && now.get('records')?.position === String(head));
    const { rows } = await pool.query('select * from read.checkpoint where model = $1', ['books']);
    expect(rows[0]).toMatchObject({
      position: String(position - 1n),
      stopped_at_position: String(position),
      stopped_event_type: 'sale.completed',
      stopped_stream: 'sale-900',
      stopped_number: 'S-900',
      stopped_cause: 'cannot_be_read',
      stopped_since: expect.any(Date),
    });
    expect(stops.map(({ model, position: at }) => [model, at]).sort()).toEqual([
      ['books', position],
      ['documents', position],
    ]);
  });

  it('reports a value that the database refuses as not fitting, also when the message contains the value', async () => {
    const position = await unstorableSale(store);
    start();
    await until((now) => stopped(now).join() === 'documents,events');
    for (const stop of stops) expect(stop).toMatchObject({ position, cause: 'value_does_not_fit' });
    await until((now) => now.get('books')?.position === String(position));
  });

  it('keeps the time at which it first stopped when the projector is restarted', async () => {
    await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    const since = async () =>
      (await pool.query(`select stopped_since, updated_at from read.checkpoint where model = 'books'`)).rows[0];
    const first = await since();
    await end();
    start();
    for (let tries = 0; tries < 200 && (await since()).updated_at <= first.updated_at; tries += 1) await sleep(25);
    const again = await since();
    expect(again.updated_at > first.updated_at).toBe(true);
    expect(again.stopped_since).toEqual(first.stopped_since);
  });

  it('continues when the event is set aside, without it and with all later events', async () => {
    const position = await unreadableSale(store);
    await sell();
    start();
    await until((now) => stopped(now).length === 2);
    const decision = await decide(position);
    expect(decision).toMatchObject({ position: String(position), models: ['books', 'documents'], stream: 'sale-900' });
    await allAt(await store.head());
    expect(resumed.sort()).toEqual(['books', 'documents']);
    const { rows } = await pool.query(
      `select (select count(*)::int from read.document where kind = 'sale') as sales,
         (select count(*)::int from read.journal_line where document = 'sale-900') as lines,
         (select sum(quantity)::text from read.stock_line) as sold`,
    );
    expect(rows[0]).toEqual({ sales: 2, lines: 0, sold: '-2.000000' });
    const trace = await pool.query(
      `select type, actor, reason, data from read.event where kind = 'set_aside' or stream = 'sale-900' order by position`,
    );
    expect(trace.rows.map(({ type }) => type)).toEqual(['sale.completed', 'event.set_aside']);
    expect(trace.rows[1]).toMatchObject({ actor: '1', reason: 'entered by a broken import' });
  });
});

describe('setting an event aside', () => {
  it('is refused for an event at which no model is stopped, and without a reason', async () => {
    const position = await unreadableSale(store);
    await sell();
    start();
    await until((now) => stopped(now).length === 2);
    await expect(decide(position + 1n)).rejects.toThrow(`No read model is stopped at event ${position + 1n}`);
    await expect(decide(1n)).rejects.toThrow(NotSetAside);
    await expect(decide(position, '  ')).rejects.toThrow('A reason must be given');
    expect((await store.readStreams([{ stream: SET_ASIDE_STREAM, after: -1 }])).get(SET_ASIDE_STREAM)).toEqual([]);
  });

  it('is refused when the projector that stopped is not running', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    await end();
    await pool.query(`update projection.checkpoint set updated_at = now() - interval '1 hour'`);
    await expect(decide(position)).rejects.toThrow('The projector has not tried this event again');
  });

  it('is stored once when it is sent several times', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    await end();
    await decide(position);
    await decide(position);
    const decisions = (await store.readStreams([{ stream: SET_ASIDE_STREAM, after: -1 }])).get(SET_ASIDE_STREAM);
    expect(decisions?.map(({ revision }) => revision)).toEqual([0]);
  });
});

describe('a rebuild and verify', () => {
  it('end with sentences that name model, event, document, cause and what to do; nothing is changed', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    const before = await pool.query('select schema, status from projection.build');
    const refused = await rebuilt().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ModelsStopped);
    const { message } = refused as ModelsStopped;
    expect(message).toContain(
      `The read model "books" cannot process event ${position} (sale.completed of sale-900, number S-900): it holds something that the rules of the model cannot read`,
    );
    expect(message).toContain('The read model "documents"');
    expect(message).toContain(`npm run doctor -- set-aside ${position}`);
    expect((await pool.query('select schema, status from projection.build')).rows).toEqual(before.rows);
    const { holds, lines } = await verified();
    expect(holds).toBe(false);
    expect(lines.filter((line) => line.includes('The read model "books" cannot process event')).length).toBe(2);
  });

  it('end as programs with these sentences and exit code 1, without a stack trace', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    for (const program of ['rebuild', 'verify']) {
      const { code, text } = await run(`projector/${program}/main.ts`);
      expect(code, text).toBe(1);
      expect(text).toContain(`The read model "books" cannot process event ${position}`);
      expect(text).toContain(`npm run doctor -- set-aside ${position}`);
      expect(text).not.toMatch(/^\s+at /m);
    }
  });

  it('also find an event that only the database refuses', async () => {
    const position = await unstorableSale(store);
    await expect(rebuilt(false)).rejects.toThrow(`The read model "documents" cannot process event ${position}`);
  });

  it('result in the same books without the event that was set aside, which verify names', async () => {
    const first = await unreadableSale(store);
    await unstorableSale(store);
    await sell();
    start();
    await until((now) => stopped(now).length === 3);
    await decide(first);
    const second = first + 1n;
    await until((now) => now.get('documents')?.stopped_at_position === String(second) && stopped(now).length === 2);
    expect((await decide(second, 'a broken till')).models).toEqual(['documents', 'events']);
    await allAt(await store.head());
    // Throws when a row differs from the live model.
    await rebuilt();
    await allAt(await store.head());
    const sold = await pool.query(`select document from read.stock_line order by position`);
    expect(sold.rows.map(({ document }) => document)).toEqual(['sale-1', 'sale-901', 'sale-2']);
    const blank = await pool.query('select type, stream, actor, data from read.event where position = $1', [second]);
    expect(blank.rows).toEqual([{ type: 'left_out', stream: 'sale-901', actor: '1', data: {} }]);
    const { holds, lines } = await verified();
    const named = lines.filter((line) => line.includes('set aside by user 1'));
    expect(named.map((line) => /Event (\d+)/.exec(line)?.[1])).toEqual([String(first), String(second)]);
    expect(named[1]).toContain('"a broken till"');
    // The store appended sale-901 without claims, so its number, goods and money are findings.
    expect(holds).toBe(false);
    const broken = lines.filter((line) => line.startsWith('  BROKEN'));
    expect(broken.filter((line) => !/claimed|document numbers|the log/.test(line))).toEqual([]);
  });
});

describe('a document whose event was set aside', () => {
  it('keeps its claims, which verify reports, until it is returned to draft; then verify finds nothing', async () => {
    spoilNext('sale.completed');
    const sale = await sell();
    start();
    await until((now) => stopped(now).length === 2);
    await decide(sale?.position ?? 0n);
    await allAt(await store.head());
    const before = await verified();
    expect(before.holds).toBe(false);
    expect(before.lines.filter((line) => line.includes('stock:'))).not.toEqual([]);
    expect(before.lines.join('\n')).toContain('sale-2 keeps what it has claimed');
    expect(await shop.transit('sale', sale?.id ?? 0, 'return_to_draft', { reason: 'set aside' })).toBeDefined();
    expect(await sell()).toBeDefined();
    await allAt(await store.head());
    const after = await verified();
    expect(after.holds, after.lines.join('\n')).toBe(true);
    expect(after.lines.join('\n')).toContain('set aside by user 1');
    await rebuilt();
  });
});

describe('a new version of the read models', () => {
  const otherDefinition = () => pool.query(`update projection.build set definition = 'of an older version'`);
  const schema = async () =>
    (await pool.query(`select schema from projection.build where status = 'current'`)).rows[0]?.schema as string;

  it('is taken over with the stopped models at their positions, so that the others continue', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    await end();
    const old = await schema();
    await otherDefinition();
    await sell();
    start();
    const head = await store.head();
    await until((now) => now.get('events')?.position === String(head) && stopped(now).join() === 'books,documents');
    expect(await schema()).not.toBe(old);
    await decide(position);
    await allAt(await store.head());
    await rebuilt();
  });

  it('leaves readers the older tables while it cannot fold an event that the older version folded, and reports it', async () => {
    start();
    const position = await store.head();
    await allAt(position);
    await end();
    const old = await schema();
    // Moves the checkpoint past the event, as if the older version had folded it.
    const poison = await unreadableSale(store);
    await pool.query('update projection.checkpoint set position = $1', [poison]);
    await otherDefinition();
    start();
    await until((now) => stopped(now).join() === 'books,documents');
    expect(await schema()).toBe(old);
    expect((await states()).get('books')?.stopped_at_position).toBe(String(poison));
    await decide(poison);
    await allAt(await store.head());
    expect(await schema()).not.toBe(old);
  });
});
