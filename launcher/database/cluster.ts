/**
 * One PostgreSQL cluster as a child process: created with initdb, started, checked for readiness, stopped. It listens
 * on 127.0.0.1 only, without a socket file, and with a password.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../machine/startup-error.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export const SUPERUSER = 'daftar';
/** For a server that has not reached its recovery. The recovery after an interruption may take hours. */
const STARTS_WITHIN_MS = 60_000;
/** An ordinary start is faster than this. */
const TOLD_AFTER_MS = 5_000;

export interface ClusterOptions {
  readonly folder: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** How long a start waits. */
export interface Waiting {
  readonly say?: (line: string) => void;
  /** Ends the wait for a recovery, and the server with it. */
  readonly signal?: AbortSignal;
  readonly startsWithinMs?: number;
  readonly toldAfterMs?: number;
}

export interface RunningCluster {
  readonly port: number;
  url(database: string): string;
  /** Resolves when the server process has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export const isCluster = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'));

/** Throws a StartupError when another major version of PostgreSQL created the files. */
export function checkMajor({ folder, binaries }: Pick<ClusterOptions, 'folder' | 'binaries'>): void {
  const written = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (written === binaries.major) return;
  throw new StartupError(
    `The database in ${folder} is of PostgreSQL ${written}, and this Daftar brings PostgreSQL ${binaries.major}. Start the version of ` +
      'Daftar that wrote it, make a backup there (npm run backup), and restore that into an empty folder with this one.',
  );
}

/**
 * Creates the cluster with initdb: UTF-8, with byte order as default, so that the same books sort alike on any machine.
 * Created under a temporary name and renamed, so that an interrupted first start leaves no incomplete cluster.
 */
export function createCluster(options: ClusterOptions): void {
  const { folder, account, binaries, password } = options;
  const partial = `${folder}.new`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  const passwordFile = join(tmpdir(), `daftar-${randomBytes(9).toString('hex')}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const path of [partial, passwordFile]) {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
  }
  const flags = [
    '--pgdata',
    partial,
    '--username',
    SUPERUSER,
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const made = spawnSync(binaries.initdb, flags, { ...account, cwd: '/', encoding: 'utf8' });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    const why = made.error?.message ?? made.stderr.trim();
    throw new StartupError(`PostgreSQL could not make its files in ${folder}: ${why}`);
  }
  renameSync(partial, folder);
}

/** Starts the server on a given port, or on a free one; tries again when remains of a killed server block it. */
export async function startCluster(
  options: ClusterOptions,
  givenPort?: number,
  waiting: Waiting = {},
): Promise<RunningCluster> {
  let failure = '';
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = givenPort ?? (await freePort());
    const child = spawnServer(options, port);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    if (await becomesReady(options.folder, child, waiting)) return running(options, port, ended);
    failure = lastLines(options.folder);
    if (waiting.signal?.aborted) throw new StartupError(STOPPED);
    // Processes of a killed server may hold its memory for a moment.
    if (!/Address already in use|shared memory block|still in use/.test(failure)) break;
    await sleep(500);
  }
  throw new StartupError(`PostgreSQL did not start. The end of its log (${serverLog(options.folder)}):\n${failure}`);
}

function spawnServer(options: ClusterOptions, port: number): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '100',
    timezone: 'UTC',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(serverLog(options.folder), 'a', 0o600);
  try {
    // Detached: Ctrl+C reaches every process of the terminal at once, but the database must stop last.
    const child = spawn(options.binaries.postgres, ['-D', options.folder, ...flags], {
      ...options.account,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.on('error', () => child.emit('close', null, null));
    return child;
  } finally {
    closeSync(log);
  }
}

/**
 * The server writes its status into line eight of postmaster.pid: `starting`, then `ready`. While it is starting it may
 * replay what an interruption left, for any time: ended by a limit, it would begin again at the next start. False when
 * it ended before it was ready.
 */
async function becomesReady(folder: string, child: ChildProcess, waiting: Waiting): Promise<boolean> {
  const { say, signal, startsWithinMs = STARTS_WITHIN_MS, toldAfterMs = TOLD_AFTER_MS } = waiting;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const sinceMs = performance.now();
  let isTold = false;
  while (!hasEnded) {
    const status = statusOf(folder, child);
    if (status === 'ready') return true;
    const waitedMs = performance.now() - sinceMs;
    if (status === 'starting' && waitedMs > toldAfterMs && !isTold) {
      say?.(RECOVERING);
      isTold = true;
    }
    if (signal?.aborted) {
      child.kill('SIGINT');
      await ended;
    } else if (status !== 'starting' && waitedMs > startsWithinMs) {
      child.kill('SIGQUIT');
      return false;
    }
    await sleep(20);
  }
  return false;
}

const RECOVERING =
  'PostgreSQL is recovering after an interruption. This can take long; do not end it, or it begins again.';
const STOPPED = 'Told to stop before PostgreSQL was ready: a recovery begins again at the next start.';

/** Undefined while the file is not that of this server. */
function statusOf(folder: string, child: ChildProcess): string | undefined {
  const lines = readPidFile(folder);
  return Number(lines[0]) === child.pid ? lines[7]?.trim() : undefined;
}

function running(options: ClusterOptions, port: number, ended: Promise<void>): RunningCluster {
  let alive = true;
  void ended.then(() => {
    alive = false;
  });
  return {
    port,
    url: (database) => `postgres://${SUPERUSER}:${options.password}@127.0.0.1:${port}/${database}`,
    ended,
    stop: async () => {
      // pg_ctl finds the server by folder, so only while this server runs: a later server in the same folder must not
      // be stopped here.
      if (alive && stopCluster(options)) await ended;
    },
  };
}

/** Fast shutdown: ends connections and writes everything, so that the next start needs no recovery. */
export function stopCluster(options: Pick<ClusterOptions, 'folder' | 'account' | 'binaries'>): boolean {
  const flags = ['stop', '--pgdata', options.folder, '--mode', 'fast', '--wait', '--timeout', '60', '--silent'];
  return spawnSync(options.binaries.pgCtl, flags, { ...options.account, cwd: '/' }).status === 0;
}

export function readPidFile(folder: string): readonly string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    // No file: no server runs in the folder.
    return [];
  }
}

/** The server's output: its errors, with their statements. */
export const serverLog = (folder: string): string => `${folder}.log`;

function lastLines(folder: string): string {
  try {
    return readFileSync(serverLog(folder), 'utf8').trim().split('\n').slice(-6).join('\n');
  } catch {
    // There is no log yet.
    return '';
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
