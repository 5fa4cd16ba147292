/**
 * The demonstration decides its commands in memory and writes many at a time (docs/decisions/0102): the log, the claims
 * and the read models are the same as when each command is appended alone, also after a crash in between.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startProjector } from '../../bench/programs.ts';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { beginDemo } from '../../tools/demo/clock.ts';
import { enteringUrl, firstMomentOf } from '../../tools/demo/set-up.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { isNightly } from '../support/ring.ts';
import { type Tables, tablesOf } from '../support/tables.ts';

/** The last evening is that of a month, so that the accountant asks the read models. */
const UNTIL = '2026-06-30';
/** With the salesmen's commissions, and the late bill, in the nightly run. */
const DAYS = isNightly ? 100 : 3;
const BRANDS = 1;
const SEED = 11;
const MAIN = join('tools', 'demo', 'main.ts');
/** Per cent after which the program is killed: in the midst of the trade. */
const KILLED_AT = 40;

/** Values that are random or of the clock, whichever way is taken. */
const LEFT = [
  ...['attachment.holder.asked_at', 'attachment.upload.uploaded_at', 'log.demo.finished_at'],
  ...['read.checkpoint.updated_at', 'read.checkpoint.schema'],
  ...['is_only', 'identity', 'position', 'digest', 'seen_at'].map((column) => `claim.log_seen.${column}`),
];

interface Program {
  readonly code: number | null;
  readonly output: string;
}

class Business {
  readonly database: FreshDatabase;
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'daftar-at-once-'));
  readonly #projector: Awaited<ReturnType<typeof startProjector>>;

  private constructor(database: FreshDatabase) {
    this.database = database;
    this.#projector = startProjector(database.url);
  }

  static async open(): Promise<Business> {
    const database = await freshDatabase();
    const first = new Date(firstMomentOf(UNTIL, DAYS).moment);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await beginDemo(client, { seed: SEED, until: UNTIL, days: DAYS, brands: BRANDS }).finally(() => client.end());
    const place = { databaseUrl: database.url, recordedAt: () => first };
    await ensureFirstUser({ ...place, password: 'a password for comparing', clock: () => first });
    await ensureRecords(place);
    return new Business(database);
  }

  /** Enters the demonstration; killed with its first line of at least `killedAt` per cent. */
  enter(args: readonly string[], killedAt = Number.POSITIVE_INFINITY): Promise<Program> {
    return new Promise((resolve, reject) => {
      const env = { ...process.env, DATABASE_URL: enteringUrl(this.database.url), DATA_DIR: this.#dataDir };
      const child = spawn(process.execPath, [MAIN, ...args], { env });
      let output = '';
      const take = (text: string) => {
        output += text;
        const percent = Number(/(\d+) %/.exec(text)?.[1] ?? -1);
        if (percent >= killedAt) child.kill('SIGKILL');
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
    });
  }

  tables(): Promise<Tables> {
    return tablesOf(this.database.url, ['log', 'claim', 'read', 'attachment'], LEFT);
  }

  async close(): Promise<void> {
    await this.#projector.stop();
    await this.database.drop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** The number of events of each type. */
function typesIn(tables: Tables): Readonly<Record<string, number>> {
  const types = (tables['log.event'] ?? []).map((row) => String((JSON.parse(row) as unknown[])[4]));
  return Object.fromEntries([...Map.groupBy(types, (type) => type)].map(([type, own]) => [type, own.length]));
}

describe('the demonstration that is entered at once', () => {
  const opened: Business[] = [];
  afterAll(async () => {
    for (const business of opened) await business.close();
  });
  let entered: Readonly<Record<string, number>> = {};
  const openBusiness = async () => {
    const business = await Business.open();
    opened.push(business);
    return business;
  };
  it('is the same in every table as when it is entered one by one, to the last digit', async () => {
    const [business, other] = [await openBusiness(), await openBusiness()];
    for (const [one, ...args] of [[business], [other, '--one-by-one']] as const) {
      const { code, output } = await one.enter(args);
      expect(code, output).toBe(0);
      const told = [...output.matchAll(/Entered (\d+) %/g)].map(([, percent]) => Number(percent));
      expect(told).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].filter((percent) => told.includes(percent)));
      expect(told.length).toBeGreaterThan(4);
      expect(told.at(-1)).toBe(100);
    }
    const [tables, there] = [await business.tables(), await other.tables()];
    entered = typesIn(there);
    expect(Object.keys(tables)).toEqual(Object.keys(there));
    expect(tables['log.event']?.length).toBeGreaterThan(1_000);
    expect(tables['read.journal_line']?.length).toBeGreaterThan(500);
    for (const [name, rows] of Object.entries(there)) expect(tables[name], name).toEqual(rows);
  });

  it('goes on after a crash, which loses only what was not written', async () => {
    const business = await openBusiness();
    const killed = await business.enter([], KILLED_AT);
    expect(killed.code).toBeNull();
    expect(killed.output).toContain('Entered 40 %');
    expect(killed.output).not.toContain('Entered 90 %');
    const rest = await business.enter([]);
    expect(rest.code, rest.output).toBe(0);
    // Ids have gaps after a crash, as those of every store.
    expect(typesIn(await business.tables())).toEqual(entered);
  });
});
