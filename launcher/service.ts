/**
 * One service alone, for a deployment of many (`npm run command-api`, `projector`, `read-api`, `web`): the same
 * parts as `npm start`, each with its own port and health. It needs DATABASE_URL, and JWT_SECRET, because the
 * services must agree on it. Whichever comes first migrates; the others wait for it.
 */
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import pino from 'pino';
import { commandApi, ensureFirstUser, ensureRecords } from '../command-api/main.ts';
import { eventStoreUrlOf } from '../event-store/open.ts';
import { DiskSpace } from '../identity/disk-space.ts';
import { requestLimitOf } from '../identity/request-limit.ts';
import { migrate } from '../migrations/migrate.ts';
import { readApi } from '../read-api/main.ts';
import { startBackupRounds } from './backup-rounds.ts';
import { DatabaseHealth } from './database/health.ts';
import { openDatabase } from './database/open-database.ts';
import { gateway } from './gateway.ts';
import { Obstacle } from './obstacle.ts';
import { freeSpace, prepareDataFolder } from './preflight.ts';
import { runProjector } from './projector-process.ts';
import { ROOT } from './root.ts';
import { loadSecrets } from './secrets.ts';
import { buildServer, listen, type ServerParts } from './server.ts';
import { untilToldToStop } from './stop-signal.ts';
import { checkClaimsThere } from './stores.ts';
import { builtWeb } from './web-build.ts';

export type ServiceName = 'command-api' | 'projector' | 'read-api' | 'web';

interface Service {
  readonly parts: Omit<ServerParts, 'logger'>;
  /** Done once it listens. */
  readonly begin?: () => Promise<void>;
  stop(): Promise<void>;
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Resolves with the exit code when the service has been told to stop. */
export async function runService(name: ServiceName): Promise<number> {
  const stopped = untilToldToStop();
  const environment = process.env;
  const service = name === 'web' ? webService(environment) : await dataService(name, environment);
  const logger = pino({ level: environment['LOG_LEVEL'] ?? 'info' });
  const server = await buildServer({ ...service.parts, logger, trustProxy: environment['TRUST_PROXY'] === '1' });
  const port = await listen(server, environment);
  await service.begin?.();
  say(`${name} listens on port ${port}.`);
  await stopped;
  await server.close();
  await service.stop();
  return 0;
}

function webService(environment: NodeJS.ProcessEnv): Service {
  const commandApiUrl = required(environment, 'COMMAND_API_URL');
  const readApiUrl = required(environment, 'READ_API_URL');
  const api = gateway({ commandApi: commandApiUrl, readApi: readApiUrl });
  return { parts: { apis: [api], web: builtWeb(ROOT, say), checks: {} }, stop: async () => undefined };
}

async function dataService(name: Exclude<ServiceName, 'web'>, environment: NodeJS.ProcessEnv): Promise<Service> {
  required(environment, 'DATABASE_URL');
  const dataDir = prepareDataFolder(environment['DATA_DIR'] ?? 'data');
  const { url } = await openDatabase({ dataDir, say, environment });
  for (const migration of await migrate(url)) say(`Database: ${migration}`);
  const health = new DatabaseHealth(url);
  const { database } = health;
  if (name === 'projector') {
    const module = join(ROOT, 'projector', 'main.ts');
    const projector = runProjector({ module, environment, output: 1, say });
    const running = async () => (projector.isRunning() ? health.models() : 'not running');
    const stop = async () => {
      await projector.stop();
      await health.close();
    };
    return { parts: { apis: [], checks: { database, projector: running } }, stop };
  }
  required(environment, 'JWT_SECRET');
  const secrets = loadSecrets(dataDir, environment);
  const requestLimit = requestLimitOf(environment);
  const eventStoreUrl = eventStoreUrlOf(environment);
  const redisUrl = environment['REDIS_URL'];
  const space = new DiskSpace(() => freeSpace(dataDir));
  const shared = { databaseUrl: url, eventStoreUrl, secrets, dataDir, requestLimit, space };
  const isCommandSide = name === 'command-api';
  const api: FastifyPluginAsync = isCommandSide ? commandApi({ ...shared, redisUrl }) : readApi(shared);
  const backups = isCommandSide ? startBackupRounds({ databaseUrl: url, dataDir, environment, say }) : undefined;
  return {
    parts: { apis: [api], checks: { database } },
    begin: async () => {
      if (isCommandSide) await enterFirstRecords({ databaseUrl: url, eventStoreUrl });
    },
    stop: async () => {
      await backups?.stop();
      await health.close();
    },
  };
}

async function enterFirstRecords(options: { databaseUrl: string; eventStoreUrl: string | undefined }): Promise<void> {
  const { databaseUrl, eventStoreUrl } = options;
  await checkClaimsThere({ databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) });
  const firstUser = await ensureFirstUser(options);
  await ensureRecords(options);
  if (firstUser) say(`Sign in as ${firstUser.email} / ${firstUser.password} (shown once; change it after signing in)`);
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new Obstacle(`${name} is not set. A service that runs alone needs it; "npm start" runs everything without it.`);
}
