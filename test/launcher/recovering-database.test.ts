/** The start of the embedded server after an interruption: a recovery has no limit, a silent server has one. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningCluster, startCluster, type Waiting } from '../../launcher/database/cluster.ts';
import { isPostgres } from '../../launcher/database/leftover.ts';
import { startTime } from '../../launcher/machine/lock.ts';

const WITHIN_MS = 100;

let home: string;
let folder: string;
let said: string[];
let children: number[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'daftar-recovering-'));
  folder = join(home, 'postgres');
  mkdirSync(folder);
  [said, children] = [[], []];
});
afterEach(() => {
  for (const pid of children) if (startTime(pid)) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

/** Starts a replacement of PostgreSQL that writes the status and runs until it is ended. */
function start(status: string | undefined, more: Waiting = {}): Promise<RunningCluster> {
  const postgres = join(home, 'postgres.sh');
  const write =
    status === undefined ? '' : `printf '%s\\n\\n\\n\\n\\n\\n\\n%s\\n' "$$" ${status} > "$2/postmaster.pid"`;
  const lines = [`echo "$$" > "${join(home, 'pid')}"`, `trap 'echo ended; exit 0' INT QUIT`, write];
  writeFileSync(postgres, ['#!/bin/sh', ...lines, 'while :; do sleep 0.02; done', ''].join('\n'));
  chmodSync(postgres, 0o755);
  const binaries = { postgres, initdb: postgres, pgCtl: postgres, major: '18' };
  const waiting = { say: (line: string) => said.push(line), startsWithinMs: WITHIN_MS, toldAfterMs: 0, ...more };
  return startCluster({ folder, account: {}, binaries, password: 'x', settings: {} }, 5, waiting);
}

async function child(): Promise<number> {
  const file = join(home, 'pid');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+\n/);
  const pid = Number(readFileSync(file, 'utf8'));
  children.push(pid);
  return pid;
}

const become = (pid: number, status: string) =>
  writeFileSync(join(folder, 'postmaster.pid'), `${[pid, '', '', '', '', '', '', status].join('\n')}\n`);

test('a server that recovers is waited for beyond the limit, and that is told once', async () => {
  const starting = start('starting');
  const pid = await child();
  await expect.poll(() => said).toHaveLength(1);
  await sleep(WITHIN_MS * 4);
  expect(startTime(pid)).toBeDefined();
  become(pid, 'ready');
  expect(await starting).toMatchObject({ port: 5 });
  expect(said).toEqual([expect.stringContaining('recovering after an interruption')]);
});

test('a server that writes no status is ended at the limit', async () => {
  const failed = start(undefined).catch((error: Error) => error.message);
  const pid = await child();
  expect(await failed).toContain('PostgreSQL did not start');
  await expect.poll(() => startTime(pid)).toBeUndefined();
  expect(said).toEqual([]);
});

test('a status that another server left does not count', async () => {
  become(process.pid, 'starting');
  const failed = start(undefined).catch((error: Error) => error.message);
  await child();
  expect(await failed).toContain('PostgreSQL did not start');
});

test('a recovery ends when Daftar is told to stop', async () => {
  const stopping = new AbortController();
  const failed = start('starting', { signal: stopping.signal }).catch((error: Error) => error.message);
  const pid = await child();
  await expect.poll(() => said).toHaveLength(1);
  stopping.abort();
  expect(await failed).toContain('Told to stop before PostgreSQL was ready');
  expect(startTime(pid)).toBeUndefined();
});

test.each([
  ['darwin', '/Applications/Safari.app/Contents/MacOS/Safari\n', '/daftar/node_modules/native/bin/postgres\n'],
  ['win32', '"chrome.exe","812","Console","1","90,000 K"\r\n', '"postgres.exe","812","Console","1","9,000 K"\r\n'],
] as const)('on %s a process that took the number of a server that is gone is not stopped', (system, other, server) => {
  expect(isPostgres(812, system, () => other)).toBe(false);
  expect(isPostgres(812, system, () => server)).toBe(true);
  // Nothing of this name runs any more.
  expect(isPostgres(812, system, () => '')).toBe(false);
  // The system has no such program: the file is trusted.
  expect(isPostgres(812, system, () => undefined)).toBe(true);
});
