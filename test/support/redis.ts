/**
 * The Redis of tests: REDIS_URL when it is set, otherwise a local `redis-server`, started for one test file on a free
 * port of the loopback address, without persistence.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../launcher/database/cluster.ts';

const PROGRAM = 'redis-server';
const ATTEMPTS = 3;
const READY_WITHIN_MS = 30_000;

export interface TestRedis {
  readonly url: string;
  /** Stops or continues the process; nothing for the Redis of REDIS_URL. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Calls after the first do nothing. */
  stop(): Promise<void>;
}

/** False without either; `npm test` reports it at its end. */
export const hasRedis = Boolean(process.env['REDIS_URL']) || !spawnSync(PROGRAM, ['--version']).error;

/** Rejects with the server's output when it does not start. */
export async function openRedis(): Promise<TestRedis> {
  const given = process.env['REDIS_URL'];
  if (given) return { url: given, signal: () => undefined, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'daftar-redis-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { child, port } = await start(folder, ATTEMPTS);
    // An aborted worker must not leave its server behind.
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    const stop = async () => {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      remove();
    };
    return { url: `redis://127.0.0.1:${port}`, signal: (signal) => void child.kill(signal), stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Another program may take the port before the server does: then it tries another one. */
async function start(
  folder: string,
  attempts: number,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', maxmemory: '64mb' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ready = await new Promise<boolean>((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(late);
      resolve(false);
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        printed += text;
        if (!/Ready to accept connections/.test(printed)) return;
        clearTimeout(late);
        resolve(true);
      });
    }
  });
  if (ready) return { child, port };
  if (attempts > 1) return start(folder, attempts - 1);
  throw new Error(`${PROGRAM} did not start:\n${printed}`);
}
