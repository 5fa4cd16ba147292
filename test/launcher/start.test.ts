import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTime, whoRuns } from '../../launcher/machine/lock.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const READY_WITHIN_MS = 120_000;

let dataDir: string;
let current: Started | undefined;

interface Started {
  readonly process: ChildProcess;
  readonly address: string;
  readonly output: () => string;
}

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-start-'));
  chmodSync(dataDir, 0o755);
});

afterAll(async () => {
  if (current) await end(current, 'SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

/** The program of `npm start`, with its own data folder and port. */
async function start(): Promise<Started> {
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), 'start'], {
    env: { ...environment, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  await expect
    .poll(() => child.exitCode !== null || /Back-office/.test(text), { timeout: READY_WITHIN_MS, interval: 50 })
    .toBe(true);
  const address = /Back-office\s+(\S+)/.exec(text)?.[1] ?? '';
  expect(address, text).not.toBe('');
  current = { process: child, address, output: () => text };
  return current;
}

async function end({ process: child }: Started, signal: NodeJS.Signals): Promise<number | null> {
  current = undefined;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return ended;
}

const firstSignIn = (text: string): RegExpExecArray | null => /Sign in\s+(\S+)\s+\/\s+(\S+)/.exec(text);

async function signIn(address: string, email: string, password: string): Promise<number> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'daftar' },
    body: JSON.stringify({ email, password }),
  });
  return answer.status;
}

const databaseProcess = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

const ready = async (address: string): Promise<unknown> => (await fetch(`${address}/readyz`)).json();

test('a first start gives a working back office and one sign-in, and outlives kill -9 and stops cleanly', async () => {
  const first = await start();
  await expect.poll(() => ready(first.address)).toMatchObject({ status: 'ok' });
  const page = await fetch(`${first.address}/sales`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const [, email = '', password = ''] = firstSignIn(first.output()) ?? [];
  expect(await signIn(first.address, email, password)).toBe(200);
  expect(await signIn(first.address, email, `${password}x`)).toBe(422);

  // An empty setting is not set, also for other commands.
  const sealed = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), 'seal'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [sealed.stdout, sealed.stderr]) stream.on('data', (chunk) => (told += String(chunk)));
  expect([await new Promise((resolve) => sealed.once('close', resolve)), told]).toEqual([
    0,
    expect.stringContaining('Sealed'),
  ]);

  const secondOne = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), 'start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let refusal = '';
  secondOne.stderr.on('data', (chunk) => (refusal += String(chunk)));
  expect(await new Promise((resolve) => secondOne.once('close', resolve))).toBe(1);
  expect(refusal).toMatch(/^Daftar is already running on .* at http/);

  await end(first, 'SIGKILL');
  const orphan = databaseProcess();
  expect(startTime(orphan)).toBeDefined();

  const second = await start();
  expect(startTime(orphan)).toBeUndefined();
  expect(firstSignIn(second.output())).toBeNull();
  await expect.poll(() => ready(second.address)).toMatchObject({ status: 'ok' });
  expect(await signIn(second.address, email, password)).toBe(200);

  const database = databaseProcess();
  expect(await end(second, 'SIGINT')).toBe(0);
  expect(second.output()).toContain('Everything that was answered is stored.');
  expect(startTime(database)).toBeUndefined();
  expect(whoRuns(dataDir)).toBeUndefined();
  for (const left of ['running.json', join('postgres', 'postmaster.pid')])
    expect(existsSync(join(dataDir, left))).toBe(false);
});
