/**
 * The command API and the projector are killed (SIGKILL) at random moments under load, in the nightly run fifty times
 * each. Clients repeat a command with its key until it is answered, as the web does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rolesAt } from '../support/database.ts';
import { rounds } from '../support/ring.ts';
import { type Api, openApi, SECRET } from './api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

/** The number of kills of each process. */
const KILLS = rounds(3, 50);
const CLIENTS = 8;

let api: Api;
let shop: Shop;
let process_: Running | undefined;
let projector: ChildProcess | undefined;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '1000000'));
});
afterAll(async () => {
  process_?.child.kill('SIGKILL');
  projector?.kill('SIGKILL');
  await api.close();
});

interface Running {
  readonly child: ChildProcess;
  readonly address: string;
}

const program = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Resolves when the process listens. */
function start(): Promise<Running> {
  const child = spawn(process.execPath, [program('command-api/main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: rolesAt(api.database.url).command,
      JWT_SECRET: SECRET,
      PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the process ended before it listened')));
    child.stdout?.on('data', (text: Buffer) => {
      const found = /Server listening at (http:[^"\s]+)/.exec(text.toString());
      if (found) resolve({ child, address: found[1] as string });
    });
  });
}

const project = (): ChildProcess =>
  spawn(process.execPath, [program('projector/main.ts')], {
    // Tools run as the owner of the tables, like `npm run verify`.
    env: { ...process.env, DATABASE_URL: rolesAt(api.database.url).owner },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Runs a program to its end. Returns its output if the exit code is not 0. */
function complaint(path: string): Promise<string | undefined> {
  const child = spawn(process.execPath, [program(path)], {
    // Tools run as the owner of the tables, like `npm run verify`.
    env: { ...process.env, DATABASE_URL: rolesAt(api.database.url).owner },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0 ? undefined : said)));
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

interface Acknowledged {
  readonly key: string;
  readonly id: number;
  readonly number: string;
  readonly position: string;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends sales until `done`, each one until it is answered. */
async function client(name: number, done: () => boolean, acknowledged: Acknowledged[]): Promise<void> {
  for (let count = 1; !done(); count += 1) {
    const key = `client ${name} sale ${count}`;
    for (let answer = await post(key); ; answer = await post(key)) {
      if (answer) {
        acknowledged.push({ key, ...answer });
        break;
      }
      await pause(50);
    }
  }
}

/** Undefined when there was no answer. */
async function post(key: string): Promise<Omit<Acknowledged, 'key'> | undefined> {
  let answer: Response;
  let body: { data: { id: number; number: string }; position: string };
  try {
    answer = await fetch(`${process_?.address}/api/sales`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(saleBody(shop, '1')),
    });
    body = (await answer.json()) as typeof body;
  } catch {
    return undefined;
  }
  expect([answer.status, body]).toEqual([201, expect.anything()]);
  return { id: body.data.id, number: body.data.number, position: body.position };
}

it('every acknowledged command is there exactly once, and the read models converge', async () => {
  const acknowledged: Acknowledged[] = [];
  let isDone = false;
  process_ = await start();
  projector = project();
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index, () => isDone, acknowledged));
  for (let kills = 0; kills < KILLS; kills += 1) {
    await pause(20 + Math.random() * 300);
    await kill(process_.child);
    process_ = await start();
    await pause(Math.random() * 300);
    await kill(projector);
    projector = project();
  }
  isDone = true;
  await Promise.all(clients);

  await theLogHolds(acknowledged);
  await theModelsConverge();
});

/** Every acknowledged command is stored once, numbers have no gap, and the claims equal the log. */
async function theLogHolds(acknowledged: readonly Acknowledged[]): Promise<void> {
  const log = new pg.Client({ connectionString: api.database.url });
  await log.connect();
  const { rows } = await log.query(
    `select stream, data ->> 'number' as number, position::text from log.event where type = 'sale.completed' order by position`,
  );
  const { rows: levels } = await log.query('select total::text from claim.level where key = $1', [
    `stock:${shop.item}:${shop.inventory}`,
  ]);
  await log.end();
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  const stored = rows.map((row) => `${row.stream} ${row.number} ${row.position}`).sort();
  const told = acknowledged.map((value) => `sale-${value.id} ${value.number} ${value.position}`).sort();
  expect(told).toEqual(stored);
  const numbers = rows.map((row) => Number(row.number.slice(2))).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: rows.length }, (_, index) => index + 1));
  expect(Number(levels[0].total)).toBe(1_000_000 - rows.length);
}

/** The models reach the head of the log, all invariants hold, and a rebuild has the same rows. */
async function theModelsConverge(): Promise<void> {
  const models = new pg.Client({ connectionString: api.database.url });
  await models.connect();
  const behind = async () => {
    const { rows } = await models.query(
      `select c.model from projection.checkpoint c, (select max(position) as head from log.event) l where c.position < l.head`,
    );
    return rows.length;
  };
  await expect.poll(behind, { interval: 200 }).toBe(0);
  const { rows: sold } = await models.query('select count(*)::int as sales from read.document where kind = $1', [
    'sale',
  ]);
  const { rows: stored } = await models.query(
    `select count(*)::int as sales from log.event where type = 'sale.completed'`,
  );
  await models.end();
  expect(sold).toEqual(stored);
  expect(await complaint('projector/verify/main.ts')).toBeUndefined();
  expect(await complaint('projector/rebuild/main.ts')).toBeUndefined();
}
