/**
 * The PostgreSQL of the tests: DATABASE_URL when it is set (the tests create their own databases there and touch no
 * other), or an embedded one in a temporary folder, in memory where there is enough, with fsync off because its data is
 * disposable.
 */
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { freemem, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountFor } from '../../launcher/database/account.ts';
import { findBinaries } from '../../launcher/database/binaries.ts';
import { createCluster, startCluster, stopCluster } from '../../launcher/database/cluster.ts';
import { SOCKET_PARAMETER } from './database-url.ts';

const PREFIX = 'daftar-test-';

export interface TestServer {
  /** Address of a database from which CREATE DATABASE may run. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

export async function startTestServer(): Promise<TestServer> {
  const given = process.env['DATABASE_URL'];
  if (given) {
    const url = new URL(given);
    if (url.pathname.length < 2) url.pathname = '/postgres';
    return { adminUrl: url.href, stop: async () => undefined };
  }
  sweepAbandoned();
  const home = mkdtempSync(join(roomiest(), PREFIX));
  writeFileSync(join(home, 'owner'), String(process.pid));
  const folder = join(home, 'postgres');
  const quiet = () => undefined;
  const account = accountFor(folder, quiet);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(home, account.uid, account.gid);
  const options = {
    folder,
    account,
    binaries: findBinaries(account, quiet),
    password: 'test',
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '128MB',
      max_connections: '300',
      jit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      // Passwords of test roles are no secrets: with the default, client and server hash 4,096 times for a connection.
      scram_iterations: '1',
      ...(SOCKETS ? { unix_socket_directories: home } : {}),
    },
  };
  createCluster(options);
  const cluster = await startCluster(options);
  return {
    adminUrl: SOCKETS ? throughSocket(cluster.url('postgres'), home) : cluster.url('postgres'),
    stop: async () => {
      await cluster.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A query over a socket file takes half of the time of the network stack that it takes over TCP. */
const SOCKETS = platform() !== 'win32';

/** The same address for pg, which connects to the socket file in this folder. */
function throughSocket(url: string, folder: string): string {
  const address = new URL(url);
  address.searchParams.set(SOCKET_PARAMETER, folder);
  return address.href;
}

const SHARED_MEMORY = '/dev/shm';
/** Far more than the databases of a whole run need at any moment. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/** The server's folder: on a file system in memory, if there is one with enough space and memory. */
function roomiest(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES) return SHARED_MEMORY;
  } catch {
    // There is no such file system.
  }
  return tmpdir();
}

/** Ends servers that killed runs left behind, so that they do not accumulate. */
function sweepAbandoned(): void {
  for (const home of [tmpdir(), SHARED_MEMORY].flatMap(homesIn)) {
    const folder = join(home, 'postgres');
    try {
      const owner = Number(readFileSync(join(home, 'owner'), 'utf8'));
      if (isAlive(owner)) continue;
      const account = accountFor(folder, () => undefined);
      stopCluster({ folder, account, binaries: findBinaries(account, () => undefined) });
      rmSync(home, { recursive: true, force: true });
    } catch {
      // The server belongs to another user, or another run is ending it.
    }
  }
}

/** Empty without such a folder. */
function homesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.startsWith(PREFIX));
  return names.map((name) => join(folder, name));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
