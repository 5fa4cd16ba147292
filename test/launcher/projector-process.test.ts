import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childrenOf, hasProc } from '../../bench/torture/business.ts';
import { startTime } from '../../launcher/machine/lock.ts';
import { type ProjectorProcess, runProjector } from '../../launcher/projector-process.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import { freshDatabase, rolesAt } from '../support/database.ts';
import { until } from '../support/waiting.ts';

const SHORT_LIVED = fileURLToPath(new URL('./programs/short-lived.ts', import.meta.url));
const PARENT = fileURLToPath(new URL('./programs/parent.ts', import.meta.url));

let home: string;
let file: string;
let projector: ProjectorProcess | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'daftar-projector-'));
  file = join(home, 'lives');
});
afterEach(async () => {
  await projector?.stop();
  projector = undefined;
  rmSync(home, { recursive: true, force: true });
});

const lives = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);

function run(environment: Record<string, string>, said: string[] = []): ProjectorProcess {
  return runProjector({
    module: SHORT_LIVED,
    environment: { LIVES_FILE: file, ...environment },
    output: openSync(join(home, 'log'), 'a'),
    say: (line) => said.push(line),
    firstPauseMs: 50,
  });
}

test('is started again when it dies, later each time', async () => {
  const said: string[] = [];
  projector = run({ ENDS_AT_ONCE: '1' }, said);
  await expect.poll(() => lives().length).toBeGreaterThanOrEqual(3);
  expect(said.slice(0, 2)).toEqual([
    'The projector ended (code 3): starting it again in 0.05 s.',
    'The projector ended (code 3): starting it again in 0.1 s.',
  ]);
});

test('is told to stop, and not started again after that', async () => {
  projector = run({});
  await expect.poll(() => lives().length).toBe(1);
  expect(projector.isRunning()).toBe(true);
  await projector.stop();
  expect(projector.isRunning()).toBe(false);
  expect(lives().at(-1)).toBe('told to stop');
  expect(startTime(Number(lives()[0]))).toBeUndefined();
});

test('has a problem when it told one, and when it does not run', async () => {
  projector = run({ PROBLEM: 'the rebuild was refused' });
  await expect.poll(() => projector?.problem()).toBe('the rebuild was refused');
  expect(projector.isRunning()).toBe(true);
  await projector.stop();
  expect(projector.problem()).toBe('not running');
});

test('comes back after a kill -9', async () => {
  projector = run({});
  await expect.poll(() => lives().length).toBe(1);
  process.kill(Number(lives()[0]), 'SIGKILL');
  await expect.poll(() => lives().length).toBe(2);
  expect(projector.isRunning()).toBe(true);
});

test('ends with its parent when that is killed', async () => {
  const parent = fork(PARENT, { env: { ...process.env, LIVES_FILE: file }, execArgv: [] });
  await expect.poll(() => lives().length).toBe(1);
  const child = Number(lives()[0]);
  expect(startTime(child)).toBeDefined();
  parent.kill('SIGKILL');
  await expect.poll(() => startTime(child)).toBeUndefined();
});

test.runIf(hasProc())('the real one ends with its parent too, although nobody reads its last lines', async () => {
  const database = await freshDatabase();
  const environment = { ...process.env, PROJECTOR_DATABASE_URL: rolesAt(database.url).projector };
  const parents = Array.from({ length: 4 }, () => fork(PARENT, { env: environment, execArgv: [] }));
  let children: number[] = [];
  try {
    children = await Promise.all(
      parents.map(({ pid = 0 }) => until(async () => childrenOf(pid)[0], { what: 'a projector' })),
    );
    // Waits until one projector works while the others wait for its end.
    await until(async () => (await countOf(database.url, 'projection.checkpoint')) > 0);
    for (const parent of parents) parent.kill('SIGKILL');
    for (const child of children) await expect.poll(() => startTime(child)).toBeUndefined();
  } finally {
    for (const parent of parents) parent.kill('SIGKILL');
    for (const child of children) if (startTime(child)) process.kill(child, 'SIGKILL');
    await database.drop();
  }
});

const countOf = (url: string, table: string): Promise<number> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return rows[0]?.count ?? 0;
  });
