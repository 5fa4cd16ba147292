/**
 * A separate database for a scenario, migrated and empty: on the server of DATABASE_URL when it is set, otherwise on an
 * embedded PostgreSQL in a temporary folder, as durable as the product's (every commit reaches the disk).
 */
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { accountFor } from '../launcher/database/account.ts';
import { findBinaries } from '../launcher/database/binaries.ts';
import { createCluster, startCluster } from '../launcher/database/cluster.ts';
import { prepareDatabase } from '../launcher/database/prepare-database.ts';
import { urlsBy } from '../launcher/machine/role-names.ts';

const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  max_connections: '200',
  jit: 'off',
};

interface Server {
  readonly adminUrl: string;
  stop(): Promise<void>;
}

export interface BenchDatabase {
  readonly url: string;
  /** Address of a role that may create databases on the same server. */
  readonly serverUrl: string;
  close(): Promise<void>;
}

export async function benchDatabase(): Promise<BenchDatabase> {
  const server = await openServer();
  const name = `daftar_bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(server.adminUrl);
  url.pathname = `/${name}`;
  const close = async () => {
    await onServer(server.adminUrl, `drop database if exists ${name} with (force)`);
    await server.stop();
  };
  try {
    await onServer(server.adminUrl, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
    await prepareDatabase({ url: url.href, urls: urlsBy(() => url.href), areSeparate: false });
  } catch (error) {
    await close();
    throw error;
  }
  return { url: url.href, serverUrl: url.href, close };
}

async function openServer(): Promise<Server> {
  const given = process.env['DATABASE_URL'];
  if (given) {
    const url = new URL(given);
    url.pathname = '/postgres';
    return { adminUrl: url.href, stop: async () => undefined };
  }
  const home = mkdtempSync(join(tmpdir(), 'daftar-bench-'));
  let stop = async () => rmSync(home, { recursive: true, force: true });
  // An aborted run must not leave its server or its folder behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // Connections to the stopped server fail now; these errors are expected.
      process.on('uncaughtException', () => undefined);
      void stop().finally(() => process.exit(1));
    });
  }
  const folder = join(home, 'postgres');
  const quiet = () => undefined;
  const account = accountFor(folder, quiet);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(home, account.uid, account.gid);
  const options = { folder, account, binaries: findBinaries(account, quiet), password: 'bench', settings: DURABLE };
  createCluster(options);
  const cluster = await startCluster(options);
  const removeFolder = stop;
  stop = async () => {
    await cluster.stop();
    await removeFolder();
  };
  return { adminUrl: cluster.url('postgres'), stop };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
