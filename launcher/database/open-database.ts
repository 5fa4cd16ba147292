/**
 * The database of Daftar: DATABASE_URL when it is set, otherwise the embedded PostgreSQL of the data folder, created at
 * the first start and stopped with Daftar.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { connectionWords } from '../machine/connection-words.ts';
import { checkFreeSpace, freeSpace, prepareDataFolder } from '../machine/preflight.ts';
import { RUNTIME_ROLES, urlsBy, variableOf } from '../machine/role-names.ts';
import { loadSecrets, NEW_SECRETS, newSecretsIn } from '../machine/secrets.ts';
import { StartupError } from '../machine/startup-error.ts';
import { accountFor, isRoot } from './account.ts';
import { findBinaries } from './binaries.ts';
import { type ClusterOptions, checkMajor, createCluster, isCluster } from './cluster.ts';
import { type KeptCluster, keepRunning } from './keep-running.ts';
import { clearLeftover } from './leftover.ts';
import { openRoles, type Roles } from './open-roles.ts';
import { choosePlace, knownPlace } from './place.ts';
import { refuseNewer } from './refuse-newer.ts';
import { setSuperuserPassword } from './superuser-password.ts';

export interface Database extends Roles {
  readonly embedded: boolean;
  /** For people: kind and version. */
  readonly description: string;
  /** Port of the embedded server. */
  readonly port?: number;
  /** Folder of the embedded server's files. */
  readonly folder?: string;
  stop(): Promise<void>;
}

export interface OpenDatabaseOptions {
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly environment?: NodeJS.ProcessEnv;
  /** Aborted when Daftar is told to stop: ends the wait for a recovery. */
  readonly told?: AbortSignal | undefined;
  /**
   * `make` (default): uses the roles, and creates missing ones where possible. `find`: uses only the roles that the
   * environment names, for one service of several. `leave`: changes and refuses nothing, and the address is that of the
   * most privileged role.
   */
  readonly roles?: 'make' | 'find' | 'leave';
  /** Free megabytes on the disk of a folder; default measured by the system. Below 500 the database is not opened. */
  readonly freeMegabytes?: ((folder: string) => number) | undefined;
}

export const DATABASE_NAME = 'daftar';

/** Always durable (synchronous_commit), sized for one machine; jit costs more than it saves for short queries. */
const SETTINGS = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  synchronous_commit: 'on',
  wal_compression: 'on',
  jit: 'off',
};

/** Throws a StartupError with the remedy when the database is not available. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { environment = process.env, roles = 'make', freeMegabytes = freeSpace } = options;
  const given = environment['DATABASE_URL'];
  const alone = given ? undefined : RUNTIME_ROLES.map(variableOf).find((name) => environment[name]);
  if (alone) {
    throw new StartupError(
      `${alone} is set, and DATABASE_URL is not: roles would be of another database than the tables. Set DATABASE_URL to the address of the owner, or none of them.`,
    );
  }
  const dataDir = prepareDataFolder(options.dataDir, freeMegabytes);
  const rolesAt = async (url: string): Promise<Roles> => {
    if (roles === 'leave') return { url, urls: urlsBy(() => url), areSeparate: false };
    await refuseNewer(url);
    return openRoles({ url, environment, ...(roles === 'make' && { passwords: loadSecrets(dataDir).rolePasswords }) });
  };
  return given ? openGiven(given, rolesAt) : openEmbedded(dataDir, { ...options, freeMegabytes }, rolesAt);
}

type RolesAt = (url: string) => Promise<Roles>;

async function openGiven(url: string, rolesAt: RolesAt): Promise<Database> {
  const version = await serverVersion(url, 'DATABASE_URL');
  return {
    ...(await rolesAt(url)),
    embedded: false,
    description: `PostgreSQL ${version} at ${withoutPassword(url)}`,
    stop: async () => undefined,
  };
}

/** Throws a StartupError that names the variable when the address leads to no database. */
export async function serverVersion(url: string, variable: string): Promise<string> {
  try {
    return await ask(url, 'show server_version');
  } catch (error) {
    throw new StartupError(
      `The database of ${variable} (${withoutPassword(url)}) cannot be reached: ${connectionWords(error) ?? reason(error)}. ` +
        'Start it or correct the address; without DATABASE_URL Daftar brings its own.',
    );
  }
}

async function openEmbedded(
  dataDir: string,
  { say, told, freeMegabytes }: Pick<OpenDatabaseOptions, 'say' | 'told' | 'freeMegabytes'>,
  rolesAt: RolesAt,
): Promise<Database> {
  const cluster = prepareCluster(dataDir, say, freeMegabytes);
  const isNew = !isCluster(cluster.folder);
  if (isNew) {
    say('Making the database (first start).');
    createCluster(cluster);
  } else {
    checkMajor(cluster);
    await clearLeftover(cluster, say);
  }
  const running = await keepRunning(cluster, say, told);
  try {
    const version = await ensureDatabase(running, dataDir);
    return {
      ...(await rolesAt(running.url(DATABASE_NAME))),
      embedded: true,
      description: `${cluster.folder} (embedded PostgreSQL ${version})`,
      port: running.port,
      folder: cluster.folder,
      stop: running.stop,
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

function prepareCluster(
  dataDir: string,
  say: (line: string) => void,
  freeMegabytes: ((folder: string) => number) | undefined,
): ClusterOptions {
  const known = knownPlace(dataDir);
  const secretsLost = isCluster(known) && !existsSync(join(dataDir, 'secrets.json'));
  if (secretsLost) {
    throw new StartupError(
      `${join(dataDir, 'secrets.json')} is missing, and without it the database in ${known} cannot be opened. ${NEW_SECRETS}`,
    );
  }
  const { databasePassword } = loadSecrets(dataDir);
  const account = accountFor(known, say);
  const folder = isCluster(known) ? known : choosePlace(dataDir, account, say);
  checkOwner(folder);
  checkFreeSpace(dirname(folder), freeMegabytes);
  return { folder, account, binaries: findBinaries(account, say), password: databasePassword, settings: SETTINGS };
}

/** New secrets for a folder without `secrets.json`, and the password among them for its database. */
export async function newSecretsOfCluster(dataDir: string, say: (line: string) => void): Promise<void> {
  const folder = knownPlace(dataDir);
  if (!isCluster(folder)) {
    throw new StartupError(`There is no database in ${folder}, and the next start makes its own secrets.`);
  }
  checkOwner(folder);
  const account = accountFor(folder, say);
  const cluster = { folder, account, binaries: findBinaries(account, say), settings: SETTINGS };
  checkMajor(cluster);
  const { databasePassword: password } = newSecretsIn(dataDir);
  try {
    await clearLeftover(cluster, say);
    setSuperuserPassword({ ...cluster, password });
  } catch (error) {
    rmSync(join(dataDir, 'secrets.json'), { force: true });
    throw error;
  }
}

function checkOwner(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || isRoot() || process.getuid === undefined || owner === process.getuid()) return;
  throw new StartupError(
    `The database folder ${folder} belongs to another user (number ${owner}). Start Daftar as that user or as root, or choose another folder with DATA_DIR.`,
  );
}

/**
 * Creates the database when it is missing (a first start may have been interrupted), and returns the server's version.
 */
async function ensureDatabase(running: KeptCluster, dataDir: string): Promise<string> {
  const client = new pg.Client({ connectionString: running.url('postgres') });
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(
      `The embedded database does not accept the password in ${join(dataDir, 'secrets.json')} (${reason(error)}). ${NEW_SECRETS}`,
    );
  }
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
    const version = await client.query<{ server_version: string }>('show server_version');
    return version.rows[0]?.server_version ?? '';
  } finally {
    await client.end();
  }
}

async function ask(url: string, question: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const answer = await client.query({ text: question, rowMode: 'array' });
    return String(answer.rows[0]?.[0]);
  } finally {
    // The connection is discarded either way.
    await client.end().catch(() => undefined);
  }
}

function withoutPassword(url: string): string {
  try {
    const shown = new URL(url);
    shown.password = '';
    return shown.href;
  } catch {
    // Used only in a message.
    return 'not an address';
  }
}

/** Some connection errors have no message, only a list of errors, one for each tried address. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ');
  return error instanceof Error ? error.message : String(error);
}
