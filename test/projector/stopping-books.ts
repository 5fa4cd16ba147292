/** Books with a projector that stops at an event which a model cannot fold, for the tests of setting events aside. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { setAside } from '../../command-api/set-aside/set-aside.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import type { Stop } from '../../projector/checkpoint/stop.ts';
import { runProjector } from '../../projector/projector.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { verify } from '../../projector/verify/verify.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { until as becomesTrue } from '../support/waiting.ts';
import { spoiling } from './poison.ts';
import { IQD, openPremises, type Premises, Shop } from './shop.ts';

export let database: FreshDatabase;
export let pool: pg.Pool;
export let store: CommandStore;
export let spoilNext: (type: string) => void;
export let shop: Shop;
let premises: Premises;
let projector: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
export let stops: Stop[];
export let resumed: string[];
const dataDir = mkdtempSync(join(tmpdir(), 'daftar-set-aside-'));

/** Each test has books of its own, with one sale. */
export function booksForEach(): void {
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
}

export function start(): void {
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

export async function end(): Promise<void> {
  projector?.stop.abort();
  await projector?.ended;
  projector = undefined;
}

export const sell = () =>
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
export const states = async () => {
  const { rows } = await pool.query<State>(
    `select model, position, status, stopped_at_position from read.checkpoint order by model`,
  );
  return new Map(rows.map((row) => [row.model, row]));
};

export async function until(what: (now: ReadonlyMap<string, State>) => boolean): Promise<void> {
  await becomesTrue(
    async () => {
      const view = await pool.query(`select to_regclass('read.event') as view`);
      return view.rows[0]?.view ? what(await states()) : false;
    },
    { everyMs: 25 },
  );
}

export const stopped = (now: ReadonlyMap<string, State>) =>
  [...now.values()].filter(({ status }) => status === 'stopped').map(({ model }) => model);
export const allAt = async (position: bigint) =>
  until((now) => now.size === 4 && [...now.values()].every((state) => state.position === String(position)));

export const decide = (position: bigint, reason = 'entered by a broken import') =>
  setAside(store, pool, { position, actor: 1, reason, device: 'server', waitsMs: 0 });

export const rebuilt = (sameRules = true) =>
  rebuild({ store, databaseUrl: database.url, signal: new AbortController().signal, sameRules });

export async function verified(): Promise<{ readonly holds: boolean; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const signal = new AbortController().signal;
  const holds = await verify({ store, databaseUrl: database.url, dataDir, replay: true, signal, say, waitsMs: 2_000 });
  return { holds, lines };
}

/** Starts a program as `npm run` does. Returns its exit code and its output. */
export async function run(program: string): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', program)], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text };
}
