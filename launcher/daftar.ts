/**
 * The composition: the whole back office on one machine, put together and taken apart in order. What is started
 * last is stopped first, also when a start fails half way.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { commandApi, ensureFirstUser, ensureRecords } from '../command-api/main.ts';
import { eventStoreUrlOf } from '../event-store/open.ts';
import { requestLimitOf } from '../identity/request-limit.ts';
import { migrate } from '../migrations/migrate.ts';
import { readApi } from '../read-api/main.ts';
import { answers } from './database/answers.ts';
import { type Database, openDatabase } from './database/open-database.ts';
import { takeLock } from './lock.ts';
import { prepareDataFolder } from './preflight.ts';
import { stoppedModels } from './projection-state.ts';
import { runProjector } from './projector-process.ts';
import { ROOT } from './root.ts';
import { loadSecrets } from './secrets.ts';
import { buildServer, listen } from './server.ts';
import { checkClaimsThere } from './stores.ts';
import { builtWeb } from './web-build.ts';

export interface DaftarOptions {
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  /** Done with the migrated database before anything is entered into it. */
  readonly prepare?: (databaseUrl: string) => Promise<void>;
  /** The day on which the business begins: the first financial year is its year. Today when it is not said. */
  readonly firstDay?: Date;
  /** Without the web: for tests and tools that only speak to the APIs. */
  readonly withoutWeb?: boolean;
}

export interface Daftar {
  readonly address: string;
  readonly database: Database;
  /** Only at the very first start: what the super user signs in with. */
  readonly firstUser?: { readonly email: string; readonly password: string };
  stop(): Promise<void>;
}

export async function startDaftar(options: DaftarOptions): Promise<Daftar> {
  const { environment, say } = options;
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const dataDir = prepareDataFolder(options.dataDir);
    const lock = takeLock(dataDir);
    undo.push(lock.release);
    const secrets = loadSecrets(dataDir, environment);
    const web = options.withoutWeb ? undefined : builtWeb(ROOT, say);

    const database = await openDatabase({ dataDir, say, environment });
    undo.push(database.stop);
    lock.note({ databasePort: database.port });
    for (const name of await migrate(database.url)) say(`Database: ${name}`);
    await options.prepare?.(database.url);
    const eventStoreUrl = eventStoreUrlOf(environment);
    await checkClaimsThere({ databaseUrl: database.url, ...(eventStoreUrl ? { eventStoreUrl } : {}) });

    const log = openSync(join(dataDir, 'daftar.log'), 'a', 0o600);
    undo.push(() => closeSync(log));
    const projector = runProjector({
      module: join(ROOT, 'projector', 'main.ts'),
      environment: { ...environment, DATABASE_URL: database.url, DATA_DIR: dataDir },
      output: log,
      say,
    });
    undo.push(projector.stop);

    const shared = { databaseUrl: database.url, secrets };
    const stores = { eventStoreUrl, redisUrl: environment['REDIS_URL'] };
    const { firstDay } = options;
    const firstUser = await ensureFirstUser({ ...shared, ...stores, ...(firstDay ? { clock: () => firstDay } : {}) });
    await ensureRecords({ ...shared, ...stores });
    const requestLimit = requestLimitOf(environment);
    const server = await buildServer({
      apis: [
        commandApi({ ...shared, ...stores, dataDir, requestLimit }),
        readApi({ ...shared, eventStoreUrl: stores.eventStoreUrl, dataDir, requestLimit }),
      ],
      web,
      checks: {
        database: () => answers(database.url),
        projector: async () => (projector.isRunning() ? stoppedModels(database.url) : 'not running'),
      },
      logger: pino({ level: environment['LOG_LEVEL'] ?? 'info' }, pino.destination({ dest: log, sync: false })),
    });
    undo.push(() => server.close());
    const port = await listen(server, environment);
    const address = `http://localhost:${port}`;
    lock.note({ address });
    return { address, database, firstUser, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
