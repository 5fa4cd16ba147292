/**
 * `npm run demo`: like `npm start`, with a business that has traded for half a year. It has its own data folder, so
 * that it never mixes with real books.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { beginDemo, type DemoState, demoState } from '../tools/demo/clock.ts';
import { BRANDS, OF_A_BRAND } from '../tools/demo/goods/goods-words.ts';
import { enteringUrl, firstMomentOf } from '../tools/demo/set-up.ts';
import { type Daftar, startDaftar } from './daftar.ts';
import { ROOT } from './machine/root.ts';
import { StartupError } from './machine/startup-error.ts';
import { untilToldToStop } from './machine/stop-signal.ts';
import { banner } from './start.ts';

const DATA_DIR = 'data-demo';
const SEED = 20_260_101;
const DAYS = 180;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Resolves with the exit code when Daftar has stopped, or when the demonstration could not be entered. */
export async function demo(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: String(SEED) },
      /** Last day of trade; default yesterday. */
      until: { type: 'string' },
      days: { type: 'string', default: String(DAYS) },
      /** Brands of goods, each with 240 items. */
      brands: { type: 'string', default: String(BRANDS.length) },
      /** Enters the demonstration and exits. */
      once: { type: 'boolean', default: false },
    },
  });
  const stopped = untilToldToStop();
  const dataDir = process.env['DATA_DIR'] ?? DATA_DIR;
  const wanted = {
    seed: Number(values.seed),
    until: values.until ?? yesterday(),
    days: Number(values.days),
    brands: Number(values.brands),
  };
  const environment = process.env;
  let isFinished = false;
  const prepare = async (databaseUrl: string) => {
    isFinished = await prepareDemo(databaseUrl, wanted);
  };
  const firstDay = new Date(firstMomentOf(wanted.until, wanted.days).moment);
  const recordedAt = () => (isFinished ? new Date() : firstDay);
  const daftar = await startDaftar({
    dataDir,
    environment,
    say,
    prepare,
    firstDay,
    recordedAt,
    clock: 'told',
    // Nobody knows its address before the demonstration is entered.
    listensBeforeWeb: true,
  });
  try {
    if (!isFinished) {
      say(needsOf(wanted));
      const code = await enter(daftar, dataDir);
      if (code !== 0) return code;
    }
    await daftar.webReady;
    for (const line of banner(daftar, performance.now() / 1000, environment)) say(line);
    if (values.once) return 0;
    await stopped;
    say('Stopping.');
    return 0;
  } finally {
    await daftar.stop();
  }
}

const yesterday = (): string => {
  const day = new Date();
  day.setDate(day.getDate() - 1);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** Measured (bench/README.md). A small demonstration needs less. */
const NEEDS = '500 MB of disk, 2 GB of memory and about a minute on two free cores, longer beside other work';
const SMALL_NEEDS = '200 MB of disk, 2 GB of memory and less than a minute on two free cores';

function needsOf({ days, brands }: Pick<DemoState, 'days' | 'brands'>): string {
  const needs = days > DAYS / 2 ? NEEDS : SMALL_NEEDS;
  return `Entering ${days} days of trade with ${brands * OF_A_BRAND} items, once. It needs ${needs}.`;
}

const isCount = (count: number, most: number): boolean => Number.isSafeInteger(count) && count >= 1 && count <= most;

/** True when the demonstration is entered already. Throws for a database with real books. */
async function prepareDemo(databaseUrl: string, wanted: Omit<DemoState, 'finished'>): Promise<boolean> {
  // Tills refuse future entries, so the last day must be over.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(wanted.until) && wanted.until <= yesterday();
  const areCounts = isCount(wanted.days, DAYS) && isCount(wanted.brands, BRANDS.length);
  if (!isDay || !Number.isSafeInteger(wanted.seed) || !areCounts) {
    throw new StartupError(
      '--until is a day that is over (YYYY-MM-DD), --seed a whole number, ' +
        `--days from 1 to ${DAYS}, --brands from 1 to ${BRANDS.length}.`,
    );
  }
  return inDatabase(databaseUrl, async (client) => {
    const state = await demoState(client);
    if (state && !state.finished) say('The demonstration here was not entered to its end: entering the rest.');
    if (state) return state.finished;
    const { rows } = await client.query<{ used: boolean }>('select exists (select from log.event) as used');
    if (rows[0]?.used) {
      throw new StartupError('There are books here already. Choose an empty folder: DATA_DIR=some-folder npm run demo');
    }
    await beginDemo(client, wanted);
    return false;
  });
}

async function inDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A separate process, so that the server answers meanwhile. */
function enter({ database }: Daftar, dataDir: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'tools', 'demo', 'main.ts')], {
      env: { ...process.env, DATABASE_URL: enteringUrl(database.url), DATA_DIR: dataDir },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
