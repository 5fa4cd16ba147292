/**
 * One service alone, for a deployment of several (`npm run command-api`, `projector`, `read-api`, `web`): the same
 * parts as `npm start`, each with its own port and health checks. It needs the address of the database for its own role
 * (COMMAND_DATABASE_URL, READ_DATABASE_URL, PROJECTOR_DATABASE_URL) or DATABASE_URL, and JWT_SECRET, which must be
 * equal in all services.
 */
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import pino from 'pino';
import { commandApi, ensureFirstUser, ensureRecords, LeakedPasswords } from '../command-api/main.ts';
import { eventStoreUrlOf } from '../event-store/open.ts';
import { ClockWatch } from '../identity/clock-watch.ts';
import { DiskSpace } from '../identity/disk-space.ts';
import { requestLimitOf } from '../identity/request-limit.ts';
import { readApi, readRoutes } from '../read-api/main.ts';
import { startBackupRounds } from './backup-rounds.ts';
import { type ClockCheck, checkClock, clockCheckOf } from './clock-state.ts';
import { AS_ROOT, isRoot } from './database/account.ts';
import { DatabaseHealth } from './database/health.ts';
import { openDatabase, serverVersion } from './database/open-database.ts';
import { mustBePrepared, prepareDatabase } from './database/prepare-database.ts';
import { environmentAs, namesOf, type RuntimeRole, rolesSentence, variableOf } from './database/role-names.ts';
import { gateway } from './gateway.ts';
import { keepSeen } from './log-agrees.ts';
import { JobCounts, type MeasuredParts, openMetrics } from './metrics/metrics.ts';
import { LogHealth, partsOf, serviceHealth } from './part-health.ts';
import { isDatabaseHere } from './plain-connections.ts';
import { freeSpace, prepareDataFolder, refuseHalfRestored } from './preflight.ts';
import { openOutput, type ProgramLog } from './program-log.ts';
import { runProjector } from './projector-process.ts';
import { publicAddressOf } from './public-address.ts';
import { ROOT } from './root.ts';
import { loadSecrets } from './secrets.ts';
import { buildServer, listen, type ServerParts } from './server.ts';
import { StartupError } from './startup-error.ts';
import { untilToldToStop } from './stop-signal.ts';
import { checkClaimsThere, checkStoreIsRight } from './stores.ts';
import { builtWeb } from './web-build.ts';

export type ServiceName = 'command-api' | 'projector' | 'read-api' | 'web';

interface Service {
  readonly parts: Omit<ServerParts, 'logger' | 'metrics'>;
  /** Measured beside the checks. */
  readonly measured?: Omit<MeasuredParts, 'checks'>;
  /** Called once it listens. */
  readonly begin?: () => Promise<void>;
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
  const server = await buildServer({ ...service.parts, logger, reached, metrics });
  const port = await listen(server, environment);
  await service.begin?.();
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

async function dataService(
  name: Exclude<ServiceName, 'web'>,
  {
    environment,
    log,
    clock,
  }: { readonly environment: NodeJS.ProcessEnv; readonly log: ProgramLog; readonly clock: ClockCheck },
): Promise<Service> {
  const dataDir = prepareDataFolder(environment['DATA_DIR'] ?? 'data');
  refuseHalfRestored(dataDir);
  const { url, projectorDatabaseUrl } = await databaseOf(ROLE_OF[name], dataDir, environment);
  const eventStoreUrl = eventStoreUrlOf(environment);
  await checkStoreIsRight({ databaseUrl: url, eventStoreUrl });
  const health = new DatabaseHealth(url);
  const logHealth = eventStoreUrl ? new LogHealth({ databaseUrl: url, eventStoreUrl }) : undefined;
  const stores = { database: health.database, ...(logHealth && { log: logHealth.check }) };
  if (name !== 'command-api') await checkClock({ databaseUrl: url, dataDir }, 'told', say);
  if (name === 'projector') {
    await checkClaimsThere({ databaseUrl: url, eventStoreUrl });
    const module = join(ROOT, 'projector', 'main.ts');
    const projector = runProjector({ module, environment: environmentAs(environment, url), output: log, say });
    const running = async () => projector.problem() ?? health.models();
    const stop = async () => {
      await projector.stop();
      await logHealth?.close();
      await health.close();
    };
    const checks = { ...stores, projector: running };
    return { parts: { apis: [], checks, notes: { clock: health.clock } }, measured: { health }, stop };
  }
  required(environment, 'JWT_SECRET');
  const secrets = loadSecrets(dataDir, environment);
  const requestLimit = requestLimitOf(environment);
  const redisUrl = environment['REDIS_URL'];
  const space = new DiskSpace(() => freeSpace(dataDir));
  const shared = { databaseUrl: url, eventStoreUrl, secrets, dataDir, requestLimit, space };
  const isCommandSide = name === 'command-api';
  const jobs = new JobCounts();
  const clockWatch = new ClockWatch({ apart: health.apart, isOneMachine: isDatabaseHere(url) });
  const api: FastifyPluginAsync = isCommandSide
    ? commandApi({
        ...shared,
        leaked: LeakedPasswords.of(environment),
        projectorDatabaseUrl,
        redisUrl,
        readRoutes,
        onJobs: jobs.keep,
        clockWatch,
      })
    : readApi(shared);
  let kept: (() => Promise<void>) | undefined;
  let watched: (() => void) | undefined;
  const backups = isCommandSide ? startBackupRounds({ databaseUrl: url, dataDir, environment, say }) : undefined;
  return {
    parts: {
      apis: [api],
      isBehindGateway: true,
      checks: {
        ...stores,
        ...(isCommandSide
          ? { clock: async () => clockWatch.problem, ...partsOf(space, environment) }
          : { read_models: health.models }),
      },
      notes: { clock: health.clock },
    },
    measured: { health, databaseUrl: url, dataDir, space, jobs: jobs.read },
    begin: async () => {
      if (!isCommandSide) return;
      if (await enterFirstRecords({ databaseUrl: url, eventStoreUrl, dataDir }, clock)) clockWatch.confirm();
      watched = clockWatch.begin();
      kept = keepSeen({ databaseUrl: url, dataDir });
    },
    stop: async () => {
      watched?.();
      await kept?.();
      await backups?.stop();
      await logHealth?.close();
      await health.close();
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
