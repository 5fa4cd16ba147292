/**
 * The process of a projector is stopped and continued, as when a machine sleeps. It catches up without a restart, also
 * when its connections were ended meanwhile.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasProc } from '../../bench/torture/business.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import type { CommandStore, Position } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { startKurrentDouble } from '../doubles/kurrentdb.ts';
import { cutOtherConnections, onDatabase } from '../store-contract/postgres-server.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { openPremises, Shop } from './shop.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'projector', 'main.ts');

interface Home {
  readonly environment: Readonly<Record<string, string>>;
  open(databaseUrl: string): Promise<CommandStore>;
  /** Ends every connection to the log. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

async function inKurrentDb(): Promise<Home> {
  const server = await startKurrentDouble();
  return {
    environment: { DAFTAR_EVENTSTORE_URL: server.url },
    open: (databaseUrl) => openKurrentStore({ url: server.url, databaseUrl }),
    cut: () => server.restart(),
    close: () => server.close(),
  };
}

const inPostgres = async (): Promise<Home> => ({
  environment: { DAFTAR_EVENTSTORE_URL: '', EVENTSTORE_URL: '' },
  open: (url) => openPostgresStore({ url }),
  cut: async () => undefined,
  close: async () => undefined,
});

const stateOf = (pid: number): string | undefined =>
  /^State:\t(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

describe.runIf(hasProc()).each([
  ['KurrentDB', inKurrentDb],
  ['PostgreSQL', inPostgres],
])('a projector that stood still, with its log in %s', (_, openHome) => {
  let home: Home;
  let database: FreshDatabase;
  let projector: ChildProcess;

  beforeAll(async () => {
    home = await openHome();
  });
  afterAll(() => home.close());
  beforeEach(async () => {
    database = await freshDatabase();
    const environment = { ...process.env, ...home.environment, DATABASE_URL: rolesAt(database.url).projector };
    projector = fork(MAIN, [], { env: environment, stdio: 'ignore' });
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => projector.once('exit', resolve));
    projector.kill('SIGKILL');
    await ended;
    await database.drop();
  });

  /** Enters brands through a store of its own. Returns the head of the log. */
  async function enter(names: readonly string[]): Promise<Position> {
    const store = await home.open(rolesAt(database.url).command);
    try {
      const shop = new Shop(store, { now: new Date('2026-03-10T09:00:00Z') });
      if (names.length === 0) await openPremises(shop, true);
      for (const brand_name of names) await shop.register('brand', { brand_name });
      return await store.head();
    } finally {
      await store.close();
    }
  }

  const modelsAt = () =>
    onDatabase(database.url, async (client) => {
      const exists = await client.query(`select to_regclass('read.checkpoint') as there`);
      if (!exists.rows[0]?.there) return [];
      const { rows } = await client.query<{ position: string }>('select distinct position::text from read.checkpoint');
      return rows.map(({ position }) => BigInt(position));
    });

  it('folds the events that were stored meanwhile, and later ones', async () => {
    await expect.poll(modelsAt).toEqual([await enter([])]);
    const { pid = 0 } = projector;
    for (const round of ['first', 'second']) {
      process.kill(pid, 'SIGSTOP');
      await expect.poll(() => stateOf(pid)).toBe('T');
      const head = await enter([`${round} while it stood still`, `${round} as well`]);
      await home.cut();
      await cutOtherConnections(database.url);
      process.kill(pid, 'SIGCONT');
      await expect.poll(modelsAt).toEqual([head]);
      await expect.poll(modelsAt).toEqual([await enter([`${round} after that`])]);
    }
    expect(projector.exitCode).toBeNull();
  });
});
