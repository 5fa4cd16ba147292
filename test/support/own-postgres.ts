/**
 * A separate PostgreSQL of a test, as durable as the product's, that can be killed and restarted at the same address.
 */
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountFor } from '../../launcher/database/account.ts';
import { findBinaries } from '../../launcher/database/binaries.ts';
import { createCluster, type RunningCluster, startCluster } from '../../launcher/database/cluster.ts';
import { migrate } from '../../migrations/migrate.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '64MB', jit: 'off' };

export class OwnPostgres {
  readonly #home = mkdtempSync(join(tmpdir(), 'daftar-own-postgres-'));
  readonly #options: Parameters<typeof startCluster>[0];
  #cluster: RunningCluster | undefined;

  constructor() {
    const folder = join(this.#home, 'postgres');
    const quiet = () => undefined;
    const account = accountFor(folder, quiet);
    if (account.uid !== undefined && account.gid !== undefined) chownSync(this.#home, account.uid, account.gid);
    const binaries = findBinaries(account, quiet);
    this.#options = { folder, account, binaries, password: 'own', settings: DURABLE };
  }

  /** Address of a migrated database. */
  get url(): string {
    return this.#cluster?.url('own') ?? '';
  }

  async start(): Promise<void> {
    createCluster(this.#options);
    this.#cluster = await startCluster(this.#options);
    await onDatabase(this.#cluster.url('postgres'), (client) => client.query('create database own'));
    await migrate(this.url);
  }

  /** Changes a setting of the running server and of later starts. */
  async set(setting: string, value: string): Promise<void> {
    await onDatabase(this.url, async (client) => {
      await client.query(`alter system set ${setting} = '${value}'`);
      await client.query('select pg_reload_conf()');
    });
  }

  async killAndStart(): Promise<void> {
    await this.kill();
    await this.startAgain();
  }

  /** With SIGKILL: commits that did not wait for the disk and are not written yet are lost. */
  async kill(): Promise<void> {
    const [pid] = readFileSync(join(this.#options.folder, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await this.#cluster?.ended;
  }

  /** At the same address. */
  async startAgain(): Promise<void> {
    this.#cluster = await startCluster(this.#options, this.#cluster?.port);
  }

  async stop(): Promise<void> {
    await this.#cluster?.stop();
    rmSync(this.#home, { recursive: true, force: true });
  }
}
