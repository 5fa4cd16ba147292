/** The process of an import is killed; the next process completes it, and each row is stored once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportResult } from '../../domain/imports/import-format.ts';
import { type Api, openApi, SECRET } from '../api/api.ts';
import { openShop } from '../api/shop.ts';
import { startProjector } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { rounds } from '../support/ring.ts';
import { until } from '../support/waiting.ts';
import { requestOf, rowsOf } from './requests.ts';

const ROWS = rounds(200, 1200);

let api: Api;
let stopProjector: () => Promise<void>;
let running: Running | undefined;
let database: pg.Client;
beforeAll(async () => {
  api = await openApi();
  await openShop(api);
  stopProjector = await startProjector(api.database.url);
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await database.end();
  await stopProjector();
  await api.close();
});

interface Running {
  readonly child: ChildProcess;
  readonly address: string;
}

/** Resolves when the process listens. */
function startCommandSide(): Promise<Running> {
  const program = fileURLToPath(new URL('../../command-api/main.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
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

async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${running?.address}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${api.token}`,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': 'killed' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = (await answer.json()) as { data: Record<string, unknown> };
  expect(answer.status, JSON.stringify(json)).toBe(200);
  return json.data;
}

const countOf = async (sql: string): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(sql);
  return rows[0]?.count ?? 0;
};
const REGISTERED = "select count(*)::int as count from log.event where type = 'item.registered'";

it('an import whose process was killed is gone on with, and stores each row once', async () => {
  const before = await countOf(REGISTERED);
  const cells = Array.from({ length: ROWS }, (_, n) => ({
    item_name: `Killed ${n}`,
    base_unit: n % 2 === 0 ? 'Bag' : 'Barrel',
    category: 'Kept',
    barcode: `K${n}`,
  }));
  const choices = [
    { resource: 'units', name: 'Barrel', becomes: 'create' as const },
    { resource: 'categories', name: 'Kept', becomes: 'create' as const },
  ];
  running = await startCommandSide();
  const jobId = String((await call('imports/items', requestOf(rowsOf(cells), { choices })))['job_id']);
  await until(async () => (await countOf(REGISTERED)) >= before + ROWS / 6, { everyMs: 5 });
  const ended = new Promise((resolve) => running?.child.once('exit', resolve));
  running.child.kill('SIGKILL');
  await ended;
  const left = (await countOf(REGISTERED)) - before;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(ROWS);

  running = await startCommandSide();
  const job = await until(async () => {
    const now = await call(`jobs/${jobId}`);
    expect(now['state'], String(now['error'])).not.toBe('failed');
    return now['state'] === 'completed' && now;
  });
  expect(job['result'] as ImportResult).toMatchObject({
    imported: ROWS,
    created: { units: 1, categories: 1 },
    problems: [],
  });
  expect((await countOf(REGISTERED)) - before).toBe(ROWS);
  const names =
    "select count(distinct data ->> 'item_name')::int as count from log.event where type = 'item.registered'";
  expect((await countOf(names)) - before).toBe(ROWS);
  const made =
    "select count(*)::int as count from log.event where type in ('unit.registered', 'category.registered') and data ->> 'unit_name' is distinct from 'Bag'";
  expect(await countOf(`${made} and (data ->> 'unit_name' = 'Barrel' or data ->> 'category_name' = 'Kept')`)).toBe(2);
});
