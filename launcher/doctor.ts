/**
 * `npm run doctor`: checks all parts of Daftar and prints, line by line, which are well and which are not. Exit code 1
 * for a problem; with `--json` the same as one JSON document. Changes nothing, and works while Daftar runs. The following do change data: `set-aside`, `transition`
 * and `resolve` release a stopped read model or a partly stored command (`command-api/set-aside/main.ts`);
 * `--new-password` is for a super user who cannot sign in (`command-api/new-password/main.ts`).
 */
import { dirname } from 'node:path';
import pg from 'pg';
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { FREE_MB_MIN } from '../identity/machine/disk-space.ts';
import { programVersion } from '../identity/machine/program-version.ts';
import { MIGRATIONS_FOLDER, readMigrations } from '../migrations/migrate.ts';
import { sentences } from '../projector/checkpoint/stop.ts';
import { describeWeb } from '../tools/web-build/web-build.ts';
import { openDatabase } from './database/open-database.ts';
import { knownPlace } from './database/place.ts';
import { pendingAt } from './database/prepare-database.ts';
import { describeVersions } from './database/refuse-newer.ts';
import { describeRoles } from './database/roles-state.ts';
import { urlOfRunning } from './database/running-url.ts';
import { describeBackups } from './health/backup-state.ts';
import { describeClock } from './health/clock-state.ts';
import { describeComponents } from './health/components.ts';
import { describeCopies } from './health/copies-state.ts';
import { describeCodes, describeNumbers, describeSharedNumbers } from './health/doubled-codes.ts';
import { describeBegunWork } from './health/half-done.ts';
import { type CopiedPlace, describeLogCopy } from './health/log-copy-state.ts';
import { readProjectionState } from './health/projection-state.ts';
import { describeZone } from './health/zone-state.ts';
import { describeLog, type SeenPlace } from './log-agrees.ts';
import { connectionProblem } from './machine/connection-words.ts';
import { type Running, takeLock, whoRuns } from './machine/lock.ts';
import { describeConnections } from './machine/plain-connections.ts';
import { anySpace, freeSpace, prepareDataFolder } from './machine/preflight.ts';
import { ROOT } from './machine/root.ts';
import { describeSettings } from './reference/settings-state.ts';
import { kurrentState, logSize, redisState } from './stores.ts';

/** Returns the state in words; throws an error with the problem. */
type Look = () => string | Promise<string>;

interface Reached {
  readonly url: string;
  stop(): Promise<void>;
}

/** Up to this lag the projector is working; beyond it the projector is not following. */
const LAG_MAX = 1_000n;
/** A further line of the same check, indented below its first. */
const LINE = `\n${' '.repeat(23)}`;

/** `lines`: for people. `json`: for monitors, as one document. */
export type DoctorForm = 'lines' | 'json';

interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'fault';
  /** Sentences; lines of a list are separated by line breaks. */
  readonly text: string;
}

export async function doctor(form: DoctorForm = 'lines'): Promise<number> {
  const environment = process.env;
  const eventStoreUrl = eventStoreUrlOf(environment);
  let dataDir = '';
  let running: Running | undefined;
  let database: Reached | undefined;
  const url = (): string => {
    if (!database) throw new Error('not looked at, because the database is not open');
    return database.url;
  };
  const looks: readonly (readonly [string, Look])[] = [
    ['Runtime', describeRuntime],
    [
      'Data folder',
      () => {
        // Free space is a separate check, so that a full disk does not hide the others.
        dataDir = prepareDataFolder(environment['DATA_DIR'] ?? 'data', anySpace);
        running = whoRuns(dataDir);
        return `${dataDir}, ${running ? `in use by process ${running.pid}` : 'Daftar is not running on it'}`;
      },
    ],
    [
      'Database',
      async () => {
        database = await reachDatabase(dataDir, running, environment);
        return describeDatabase(database.url);
      },
    ],
    ['Connections', () => describeConnections(environment)],
    ['Disk', () => disk(dataDir)],
    ['Version', () => describeVersions(url())],
    ['Migrations', () => migrations(url())],
    ['Roles', () => describeRoles((sql, values) => askRows(url(), sql, values), environment)],
    ...stores(environment, url),
    ['Log', () => log({ databaseUrl: url(), eventStoreUrl, dataDir })],
    ['Read models', () => readModels(url(), running, eventStoreUrl)],
    ['Work', () => describeBegunWork((sql) => askRows(url(), sql), LINE, !environment['REDIS_URL'])],
    ['Barcodes', () => describeCodes((sql) => askRows(url(), sql), LINE)],
    ['Telephones', () => describeNumbers((sql) => askRows(url(), sql), LINE)],
    ['Shared', () => describeSharedNumbers((sql) => askRows(url(), sql), LINE)],
    ['Clock', () => describeClock(url())],
    ['Time zone', () => describeZone((sql) => askRows(url(), sql), environment)],
    ...backups({ eventStoreUrl, environment, isRunning: () => running !== undefined }, url),
    ['Settings', () => describeSettings(environment)],
    ['Components', () => describeComponents(dataDir, new Date())],
    ['Web', () => describeWeb(ROOT)],
  ];
  const findings: Finding[] = [];
  for (const [check, look] of looks) {
    const finding = await found(check, look);
    findings.push(finding);
    if (form === 'lines') process.stdout.write(lineOf(finding));
  }
  await database?.stop();
  const isOk = findings.every(({ state }) => state === 'ok');
  if (form === 'json') process.stdout.write(`${JSON.stringify(documentOf(isOk, findings), undefined, 2)}\n`);
  return isOk ? 0 : 1;
}

async function found(check: string, look: Look): Promise<Finding> {
  try {
    return { check, state: 'ok', text: await look() };
  } catch (error) {
    return { check, state: 'fault', text: error instanceof Error ? error.message : String(error) };
  }
}

const lineOf = ({ check, state, text }: Finding): string =>
  `  ${state === 'ok' ? 'ok   ' : 'FAULT'}  ${check.padEnd(13)} ${text}\n`;

const documentOf = (isOk: boolean, findings: readonly Finding[]) => ({
  status: isOk ? 'ok' : 'fault',
  at: new Date().toISOString(),
  version: programVersion(),
  checks: findings.map((finding) => ({ ...finding, text: finding.text.replaceAll(LINE, '\n') })),
});

/** Only stores that the environment names: otherwise the log and the jobs are in PostgreSQL. */
function stores(environment: NodeJS.ProcessEnv, url: () => string): (readonly [string, Look])[] {
  const eventStoreUrl = eventStoreUrlOf(environment);
  const redisUrl = environment['REDIS_URL'];
  return [
    ...(eventStoreUrl
      ? [
          [
            'Event store',
            () => {
              const state = kurrentState({ databaseUrl: url(), eventStoreUrl }, LINE);
              return inWords('KurrentDB', 'DAFTAR_EVENTSTORE_URL', state);
            },
          ] as const,
        ]
      : []),
    ...(redisUrl ? [['Jobs', () => inWords('Redis', 'REDIS_URL', redisState(redisUrl))] as const] : []),
  ];
}

/** The daily backups, and the copy of each entry beside them. */
function backups(
  {
    environment,
    eventStoreUrl,
    isRunning,
  }: Omit<CopiedPlace, 'databaseUrl' | 'isRunning' | 'now'> & { isRunning: () => boolean },
  url: () => string,
): (readonly [string, Look])[] {
  return [
    ['Backup', () => describeBackups((sql) => askRows(url(), sql), environment, new Date())],
    ['Copies', () => describeCopies(environment, new Date())],
    [
      'Copy of log',
      async () => {
        const place = { databaseUrl: url(), eventStoreUrl, environment, isRunning: isRunning(), now: new Date() };
        return (await pendingAt(place.databaseUrl)).length > 0
          ? 'not known before the migrations have run'
          : describeLogCopy(place);
      },
    ],
  ];
}

/** Rejects with the problem of a connection in words, and with every other error as it is. */
const inWords = (what: string, variable: string, state: Promise<string>): Promise<string> =>
  state.catch((error: unknown) => {
    const problem = connectionProblem(what, variable, error);
    throw problem === undefined ? error : new Error(problem, { cause: error });
  });

function describeRuntime(): string {
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}

/**
 * The database of the process that runs on the folder, otherwise one that is opened for doctor. Throws when a process
 * works on the folder and has not named its database yet: opening that would stop it.
 */
export async function reachDatabase(
  dataDir: string,
  running: Running | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Reached> {
  const open = () =>
    openDatabase({ dataDir, say: () => undefined, environment, roles: 'leave', freeMegabytes: anySpace });
  if (environment['DATABASE_URL']) return open();
  const url = running && urlOfRunning(running, dataDir);
  if (url) return { url, stop: async () => undefined };
  if (running) {
    throw new Error(
      `not looked at, because process ${running.pid} is starting, or a command works on the folder. Try again in a moment`,
    );
  }
  if (dataDir === '') throw new Error('not looked at, because there is no data folder');
  const lock = takeLock(dataDir);
  try {
    const database = await open();
    const stop = () => database.stop().finally(lock.release);
    return { url: database.url, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Throws when nothing can be stored. `freeMegabytes` measures the disk of a folder. */
export function disk(dataDir: string, freeMegabytes: (folder: string) => number = freeSpace): string {
  if (dataDir === '') throw new Error('not looked at, because there is no data folder');
  const free = Math.min(freeMegabytes(dataDir), freeMegabytes(dirname(knownPlace(dataDir))));
  if (free >= FREE_MB_MIN) return `${free} MB free`;
  throw new Error(
    `only ${free} MB free: nothing is stored below ${FREE_MB_MIN} MB. Free some space; it goes on by itself`,
  );
}

/** Rows as lists of their columns. */
function ask(url: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  return connected(url, async (client) => (await client.query({ text: sql, rowMode: 'array' })).rows);
}

export function askRows<Row extends pg.QueryResultRow>(url: string, sql: string, values?: unknown[]): Promise<Row[]> {
  return connected(url, async (client) => (await client.query<Row>(sql, values)).rows);
}

async function connected<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function describeDatabase(url: string): Promise<string> {
  const sql = `select current_setting('server_version'), current_setting('server_encoding'),
    pg_size_pretty(pg_database_size(current_database())), current_setting('fsync'), current_setting('synchronous_commit')`;
  const [version, encoding, size, ...durable] = (await ask(url, sql))[0] ?? [];
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}; it must be UTF8 for Arabic and Kurdish`);
  if (durable.includes('off')) throw new Error('fsync or synchronous_commit is off: a power cut would lose documents');
  return `PostgreSQL ${version}, ${size}`;
}

async function migrations(url: string): Promise<string> {
  const known = Object.keys(readMigrations(MIGRATIONS_FOLDER));
  const pending = await pendingAt(url);
  if (pending.length > 0) throw new Error(`not run yet: ${pending.join(', ')}. "npm start" runs them.`);
  return `${known.length} run, the last is ${known.at(-1)}`;
}

async function log(place: SeenPlace): Promise<string> {
  return (await pendingAt(place.databaseUrl)).length > 0
    ? 'not known before the migrations have run'
    : describeLog(place);
}

async function readModels(
  url: string,
  running: Running | undefined,
  eventStoreUrl: string | undefined,
): Promise<string> {
  if ((await pendingAt(url)).length > 0) return 'not known before the migrations have run';
  const { head, models, stops, setAside, isOwn } = await readProjectionState(url);
  if (stops.length > 0) throw new Error(sentences(stops).join(LINE));
  const least = models.reduce(
    (least, { position }) => (position < least ? position : least),
    models[0]?.position ?? 0n,
  );
  const size = eventStoreUrl
    ? await logSize({ databaseUrl: url, eventStoreUrl }, least, LAG_MAX)
    : { events: head, behind: head - least, isWhole: true };
  const { events, behind } = size;
  const atLeast = size.isWhole ? '' : 'at least ';
  // A command that works on the folder has no address and runs no projector.
  if (running?.address && behind > LAG_MAX)
    throw new Error(`${atLeast}${behind} events behind, although Daftar is running`);
  const left = setAside > 0 ? `, ${setAside} set aside ("npm run verify" names them)` : '';
  const other = isOwn ? '' : '; of another version: a Daftar that runs builds them anew';
  return `${models.length} models, ${atLeast}${events} events, ${atLeast}${behind} behind${left}${other}`;
}
