/**
 * One service alone, for a deployment of several (`npm run command-api`, `projector`, `read-api`, `web`): the same
 * parts as `npm start`, each with its own port and health checks. It needs the address of the database for its own role
 * (COMMAND_DATABASE_URL, READ_DATABASE_URL, PROJECTOR_DATABASE_URL) or DATABASE_URL, and JWT_SECRET, which must be
 * equal in all services.
 */
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { keepBesideLog } from '../backup/beside/rounds.ts';
import { LeakedPasswords } from '../command-api/identity/passwords/leaked-passwords.ts';
import { ensureFirstUser } from '../command-api/seed-data/first-user.ts';
import { ensureRecords } from '../command-api/seed-data/later-records.ts';
import { commandApi } from '../command-api/server.ts';
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { DiskSpace } from '../identity/machine/disk-space.ts';
import { requestLimitOf } from '../identity/request-limit.ts';
import { readApi } from '../read-api/main.ts';
import { readRoutes } from '../read-api/read-routes.ts';
import { builtWeb } from '../tools/web-build/web-build.ts';
import { startAlarms } from './alarms.ts';
import { startBackupRounds } from './backup-rounds.ts';
import { AS_ROOT, isRoot } from './database/account.ts';
import { openDatabase, serverVersion } from './database/open-database.ts';
import { mustBePrepared, prepareDatabase } from './database/prepare-database.ts';
import { gateway } from './gateway.ts';
import { type ClockCheck, checkClock, clockCheckOf } from './health/clock-state.ts';
import { keepSeen } from './log-agrees.ts';
import { isDatabaseHere } from './machine/plain-connections.ts';
import { freeSpace, prepareDataFolder, refuseHalfRestored } from './machine/preflight.ts';
import { publicAddressOf } from './machine/public-address.ts';
import { environmentAs, namesOf, type RuntimeRole, rolesSentence, variableOf } from './machine/role-names.ts';
import { ROOT } from './machine/root.ts';
import { loadSecrets } from './machine/secrets.ts';
import { StartupError } from './machine/startup-error.ts';
import { untilToldToStop } from './machine/stop-signal.ts';
import { type MeasuredParts, openMetrics } from './metrics/metrics.ts';
import { openTraces } from './metrics/traces.ts';
import { serviceHealth } from './part-health.ts';
import { openOutput, type ProgramLog } from './program-log.ts';
import { runProjector } from './projector-process.ts';
import { buildServer, listen, type ServerParts } from './server.ts';
import { checkClaimsThere, checkStoreIsRight } from './stores.ts';
import { WatchedParts } from './watched-parts.ts';

export type ServiceName = 'command-api' | 'projector' | 'read-api' | 'web';

interface Service {
  readonly parts: Omit<ServerParts, 'logger' | 'metrics' | 'traces'>;
  /** Measured beside the checks. */
  readonly measured?: Omit<MeasuredParts, 'checks'>;
  /** Called once it listens. */
  readonly begin?: (logger: Logger) => Promise<void>;
  stop(): Promise<void>;
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Resolves with the exit code when the service has stopped on request. */
export async function runService(name: ServiceName, args: readonly string[] = []): Promise<number> {
  const clock = clockCheckOf(args);
  const stopped = untilToldToStop();
  const environment = process.env;
  const reached = publicAddressOf(environment);
  if (isRoot()) say(AS_ROOT);
  // As in projector/main.ts: without a reader lines are discarded, and the service still ends.
  process.stdout.on('error', () => undefined);
  const log = openOutput(environment);
  const service = name === 'web' ? webService(environment) : await dataService(name, { environment, log, clock });
  const logger = pino({ level: environment['LOG_LEVEL'] ?? 'info' }, log);
  const metrics = await openMetrics(environment, { ...service.measured, checks: service.parts.checks });
  const { isBehindGateway } = service.parts;
  const traces = await openTraces({ environment, service: `daftar-${name}`, isBehindGateway });
  const server = await buildServer({ ...service.parts, logger, reached, metrics, traces });
  const port = await listen(server, environment);
  await service.begin?.(logger);
  say(
    `${name} listens on port ${port}.${name === 'web' && reached.publicUrl ? ` People open ${reached.publicUrl}` : ''}`,
  );
  await stopped;
  await server.close();
  await service.stop();
  await log.close();
  return 0;
}

function webService(environment: NodeJS.ProcessEnv): Service {
  const commandApiUrl = required(environment, 'COMMAND_API_URL');
  const readApiUrl = required(environment, 'READ_API_URL');
  const api = gateway({ commandApi: commandApiUrl, readApi: readApiUrl });
  const checks = { command_api: serviceHealth(commandApiUrl), read_api: serviceHealth(readApiUrl) };
  return { parts: { apis: [api], web: builtWeb(ROOT, say), checks }, stop: async () => undefined };
}

const ROLE_OF = { 'command-api': 'command', 'read-api': 'read', projector: 'projector' } as const;

interface ServicePlace {
  readonly name: Exclude<ServiceName, 'web'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly log: ProgramLog;
  readonly clock: ClockCheck;
  readonly dataDir: string;
  readonly url: string;
  readonly projectorDatabaseUrl: string;
  readonly eventStoreUrl: string | undefined;
  readonly space: DiskSpace;
  readonly watched: WatchedParts;
}

async function dataService(
  name: Exclude<ServiceName, 'web'>,
  given: Pick<ServicePlace, 'environment' | 'log' | 'clock'>,
): Promise<Service> {
  const { environment } = given;
  const dataDir = prepareDataFolder(environment['DATA_DIR'] ?? 'data');
  refuseHalfRestored(dataDir);
  const { url, projectorDatabaseUrl } = await databaseOf(ROLE_OF[name], dataDir, environment);
  const eventStoreUrl = eventStoreUrlOf(environment);
  await checkStoreIsRight({ databaseUrl: url, eventStoreUrl });
  if (name !== 'command-api') await checkClock({ databaseUrl: url, dataDir }, 'told', say);
  const space = new DiskSpace(() => freeSpace(dataDir));
  const isOneMachine = isDatabaseHere(url);
  const watched = new WatchedParts({ databaseUrl: url, eventStoreUrl, dataDir, space, environment, isOneMachine });
  const place = { ...given, name, dataDir, url, projectorDatabaseUrl, eventStoreUrl, space, watched };
  return name === 'projector' ? projectorService(place) : apiService(place);
}

async function projectorService({ environment, log, url, eventStoreUrl, watched }: ServicePlace): Promise<Service> {
  await checkClaimsThere({ databaseUrl: url, eventStoreUrl });
  const module = join(ROOT, 'projector', 'main.ts');
  const projector = runProjector({ module, environment: environmentAs(environment, url), output: log, say });
  const running = async () => projector.problem() ?? watched.health.models();
  return {
    parts: { apis: [], checks: { ...watched.stores, projector: running }, notes: watched.notes },
    measured: { health: watched.health },
    stop: async () => {
      await projector.stop();
      await watched.close();
    },
  };
}

function apiService(place: ServicePlace): Service {
  const { name, environment, dataDir, url, eventStoreUrl, space, watched } = place;
  required(environment, 'JWT_SECRET');
  const secrets = loadSecrets(dataDir, environment);
  const requestLimit = requestLimitOf(environment);
  const redisUrl = environment['REDIS_URL'];
  const shared = { databaseUrl: url, eventStoreUrl, secrets, dataDir, requestLimit, space };
  if (name === 'read-api') {
    const checks = { ...watched.stores, read_models: watched.health.models };
    return {
      parts: { apis: [readApi(shared)], isBehindGateway: true, checks, notes: watched.notes },
      measured: watched.measured,
      stop: () => watched.close(),
    };
  }
  const { projectorDatabaseUrl } = place;
  const leaked = LeakedPasswords.of(environment);
  const api = commandApi({ ...shared, ...watched.ofCommandApi, leaked, projectorDatabaseUrl, redisUrl, readRoutes });
  const backups = startBackupRounds({ databaseUrl: url, dataDir, environment, say, log: place.log });
  const checks = { ...watched.stores, ...watched.commands };
  const alarmed = { ...checks, read_models: watched.health.models, ...watched.alarming };
  const endAlarms = startAlarms({ databaseUrl: url, eventStoreUrl, dataDir, environment, checks: alarmed, say });
  const undo: (() => Promise<void> | void)[] = [() => watched.close(), backups.stop, endAlarms];
  return {
    parts: {
      apis: [api],
      isBehindGateway: true,
      notes: watched.notes,
      checks,
    },
    measured: watched.measured,
    begin: async (logger) => {
      if (await enterFirstRecords({ databaseUrl: url, eventStoreUrl, dataDir }, place.clock)) watched.clock.confirm();
      undo.push(keepSeen({ databaseUrl: url, dataDir }), watched.clock.begin());
      undo.push(keepBesideLog({ databaseUrl: url, dataDir, secret: secrets.jwtSecret }, logger));
    },
    stop: async () => {
      for (let step = undo.pop(); step; step = undo.pop()) await step();
    },
  };
}

interface ServiceDatabase {
  readonly url: string;
  readonly projectorDatabaseUrl: string;
}

/**
 * With DATABASE_URL, the owner's address, the database is migrated first. Without it, the service has only its own
 * roles' addresses, and "npm run migrate" must have run before.
 */
async function databaseOf(
  role: RuntimeRole,
  dataDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<ServiceDatabase> {
  const own = environment[variableOf(role)];
  if (own && !environment['DATABASE_URL']) {
    await serverVersion(own, variableOf(role));
    await mustBePrepared(own);
    return { url: own, projectorDatabaseUrl: environment[variableOf('projector')] ?? own };
  }
  required(environment, 'DATABASE_URL');
  const database = await openDatabase({ dataDir, say, environment, roles: 'find' });
  for (const migration of await prepareDatabase(database)) say(`Database: ${migration}`);
  if (!database.areSeparate) say(`Roles of the database are ${rolesSentence(namesOf(database.urls), false)}`);
  return { url: database.urls[role], projectorDatabaseUrl: database.urls.projector };
}

/** A second `command-api`, or one that is restarted, does not void the password that the first one has just printed. */
const LEAVES_MINUTES = 15;

/** True for clocks that a person accepted. */
async function enterFirstRecords(
  options: { databaseUrl: string; eventStoreUrl: string | undefined; dataDir: string },
  clock: ClockCheck,
): Promise<boolean> {
  await checkClaimsThere(options);
  const isAccepted = await checkClock(options, clock, say);
  const firstUser = await ensureFirstUser({ ...options, leavesMinutes: LEAVES_MINUTES });
  await ensureRecords(options);
  if (firstUser) say(`Sign in as ${firstUser.email} / ${firstUser.password} (shown once; change it after signing in)`);
  return isAccepted;
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new StartupError(
    `${name} is not set. A service that runs alone needs it; "npm start" runs everything without it.`,
  );
}
