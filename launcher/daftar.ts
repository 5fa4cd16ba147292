/**
 * Starts and stops the whole back office on one machine, in order. The part started last is stopped first, also when a
 * start fails half way.
 */
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import pino, { type Logger } from 'pino';
import type { BesideLog } from '../backup/beside/beside-log.ts';
import { keepBesideLog } from '../backup/beside/rounds.ts';
import { LeakedPasswords } from '../command-api/identity/passwords/leaked-passwords.ts';
import { ensureFirstUser, type FirstUser } from '../command-api/seed-data/first-user.ts';
import { ensureRecords } from '../command-api/seed-data/later-records.ts';
import { type CommandApiOptions, commandApi } from '../command-api/server.ts';
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { DiskSpace } from '../identity/machine/disk-space.ts';
import { requestLimitOf } from '../identity/request-limit.ts';
import { readApi } from '../read-api/main.ts';
import { readRoutes } from '../read-api/read-routes.ts';
import { webBeside } from '../tools/web-build/web-build.ts';
import { AS_ROOT, isRoot } from './database/account.ts';
import type { Check } from './database/health.ts';
import { type Database, openDatabase } from './database/open-database.ts';
import type { Roles } from './database/open-roles.ts';
import { prepareDatabase } from './database/prepare-database.ts';
import { watchDisk } from './disk-watch.ts';
import { type ClockCheck, checkClock } from './health/clock-state.ts';
import { keepSeen } from './log-agrees.ts';
import { takeLock } from './machine/lock.ts';
import { freeSpace, prepareDataFolder, refuseHalfRestored } from './machine/preflight.ts';
import { publicAddressOf } from './machine/public-address.ts';
import { environmentAs, type RuntimeUrls } from './machine/role-names.ts';
import { ROOT } from './machine/root.ts';
import { loadSecrets } from './machine/secrets.ts';
import { openMetrics } from './metrics/metrics.ts';
import { openTraces } from './metrics/traces.ts';
import { openLog, type ProgramLog } from './program-log.ts';
import { runProjector } from './projector-process.ts';
import { buildServer, listen } from './server.ts';
import { checkClaimsThere } from './stores.ts';
import { type Watched, WatchedParts } from './watched-parts.ts';

export interface DaftarOptions {
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  /** Aborted when Daftar is told to stop, which may be during a long start. */
  readonly told?: AbortSignal;
  /** Called with the migrated database before any record is entered. */
  readonly prepare?: (databaseUrl: string) => Promise<void>;
  /** The first day of the business: its year is the first financial year. Default today. */
  readonly firstDay?: Date;
  /** When the first records are recorded; default now. Needs the address of the owner of the database. */
  readonly recordedAt?: () => Date;
  /** Free megabytes on the disk of a folder; default measured by the system. */
  readonly freeMegabytes?: (folder: string) => number;
  /** Listens before the web is built; `webReady` then says when it is. */
  readonly listensBeforeWeb?: boolean;
  /** What a clock that may be wrong does to the start; default `refused`. */
  readonly clock?: ClockCheck;
  /** Without the web: for tests and tools that use only the APIs. */
  readonly withoutWeb?: boolean;
}

export interface Daftar {
  /** Address on this machine. */
  readonly address: string;
  /** Address for users, when PUBLIC_URL is set. */
  readonly publicUrl: string | undefined;
  readonly database: Database;
  /** Only at the first start: the credentials of the super user. */
  readonly firstUser: { readonly email: string; readonly password: string } | undefined;
  /** Resolves when the built web is there; rejects with the reason why it cannot be built. */
  readonly webReady: Promise<void>;
  readonly log: Pick<ProgramLog, 'write'>;
  /** What /readyz checks and notes, by name. */
  readonly checks: Readonly<Record<string, Check>>;
  stop(): Promise<void>;
}

export async function startDaftar(options: DaftarOptions): Promise<Daftar> {
  const { environment, say, freeMegabytes = freeSpace } = options;
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const reached = publicAddressOf(environment);
    const dataDir = prepareDataFolder(options.dataDir, freeMegabytes);
    if (isRoot()) say(AS_ROOT);
    const lock = takeLock(dataDir);
    undo.push(lock.release);
    refuseHalfRestored(dataDir);
    const secrets = loadSecrets(dataDir, environment);
    const web = options.withoutWeb ? undefined : webBeside(ROOT, say);

    const database = await openDatabase({ dataDir, say, environment, told: options.told, freeMegabytes });
    undo.push(database.stop);
    lock.note({ databasePort: database.port });
    for (const name of await prepareDatabase(database)) say(`Database: ${name}`);
    await options.prepare?.(database.url);
    const { command } = database.urls;
    const eventStoreUrl = eventStoreUrlOf(environment);
    const isClockAccepted = await checkPlace(options, { databaseUrl: command, eventStoreUrl, dataDir });

    const log = openLog(dataDir, environment);
    undo.push(() => log.close());
    const projector = runProjector({
      module: join(ROOT, 'projector', 'main.ts'),
      environment: { ...environmentAs(environment, database.urls.projector), DATA_DIR: dataDir },
      output: log,
      say,
    });
    undo.push(projector.stop);
    const logger = pino({ level: environment['LOG_LEVEL'] ?? 'info' }, log);
    const watched = watchedOf(database, { dataDir, environment, freeMegabytes });
    if (isClockAccepted) watched.clock.confirm();
    undo.push(() => watched.close(), watched.clock.begin(), watchDisk(watched.space, say));
    undo.push(...keptInFolder({ databaseUrl: command, dataDir, secret: secrets.jwtSecret }, logger));

    const webReady = web?.ready ?? Promise.resolve();
    if (!options.listensBeforeWeb) await webReady;
    const checks = watched.checksWith(projector);
    const apis = apisOf(database.urls, { secrets, dataDir, space: watched.space }, watched, environment);
    const server = await buildServer({
      apis,
      web: web?.folder,
      checks,
      notes: watched.notes,
      logger,
      reached,
      metrics: await openMetrics(environment, { ...watched.measured, checks }),
      traces: await openTraces({ environment, service: 'daftar' }),
    });
    undo.push(() => server.close());
    const port = await listen(server, environment);
    // After listening: if the port is taken, the first password must not be lost, because it is shown only once.
    const firstUser = await enterFirst(options, database, eventStoreUrl);
    const address = `http://localhost:${port}`;
    lock.note({ address });
    return {
      address,
      publicUrl: reached.publicUrl,
      database,
      firstUser,
      webReady,
      log,
      checks: { ...checks, ...watched.alarming },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function watchedOf(
  { urls, folder }: Database,
  of: Pick<Watched, 'dataDir' | 'environment'> & Required<Pick<DaftarOptions, 'freeMegabytes'>>,
): WatchedParts {
  const { dataDir, environment, freeMegabytes } = of;
  const space = spaceOf([dataDir, folder], freeMegabytes);
  const eventStoreUrl = eventStoreUrlOf(environment);
  const isOneMachine = folder !== undefined;
  return new WatchedParts({ databaseUrl: urls.read, eventStoreUrl, dataDir, space, environment, isOneMachine });
}

/** What the data folder keeps of the log and of what is beside it. Returns the functions that end it. */
function keptInFolder(place: BesideLog, logger: Logger): readonly (() => Promise<void>)[] {
  return [keepSeen(place), keepBesideLog(place, logger)];
}

/** Whether log, claims and clocks belong together. Throws a StartupError. True for clocks that a person accepted. */
async function checkPlace(
  { clock = 'refused', say }: DaftarOptions,
  place: { readonly databaseUrl: string; readonly eventStoreUrl: string | undefined; readonly dataDir: string },
): Promise<boolean> {
  await checkClaimsThere(place);
  return checkClock(place, clock, say);
}

/** Returns the first user when it was created now. */
async function enterFirst(
  { firstDay, recordedAt }: DaftarOptions,
  { url, urls }: Roles,
  eventStoreUrl: string | undefined,
): Promise<FirstUser | undefined> {
  // Only the owner of the log may set the recording time.
  const place = { databaseUrl: recordedAt ? url : urls.command, eventStoreUrl, recordedAt };
  const firstUser = await ensureFirstUser({ ...place, ...(firstDay ? { clock: () => firstDay } : {}) });
  await ensureRecords(place);
  return firstUser;
}

/** The smallest free space of all disks in use. */
function spaceOf(folders: readonly (string | undefined)[], freeMegabytes: (folder: string) => number): DiskSpace {
  const known = folders.filter((folder) => folder !== undefined);
  return new DiskSpace(() => Math.min(...known.map(freeMegabytes)));
}

/** Both APIs, with a common rate limit. */
function apisOf(
  { command, read, projector }: RuntimeUrls,
  shared: Pick<CommandApiOptions, 'secrets' | 'dataDir' | 'space'>,
  { ofCommandApi }: WatchedParts,
  environment: NodeJS.ProcessEnv,
): FastifyPluginAsync[] {
  const eventStoreUrl = eventStoreUrlOf(environment);
  const redisUrl = environment['REDIS_URL'];
  const requestLimit = requestLimitOf(environment);
  return [
    commandApi({
      ...shared,
      ...ofCommandApi,
      databaseUrl: command,
      projectorDatabaseUrl: projector,
      eventStoreUrl,
      redisUrl,
      requestLimit,
      leaked: LeakedPasswords.of(environment),
      readRoutes,
    }),
    readApi({ ...shared, databaseUrl: read, eventStoreUrl, requestLimit }),
  ];
}
