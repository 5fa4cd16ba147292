/**
 * A command that works on the books (`import`, `rebuild`, `verify`, `backup`): on the Daftar that runs on the data
 * folder, or on one that is started for it and stopped afterwards. The tool is a separate process with DATABASE_URL (of
 * the owner of the tables), DATA_DIR, JWT_SECRET and, when it uses the API, DAFTAR_URL in its environment.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { OtherBuild, waitForOwnBuild } from '../projector/builds/own-build.ts';
import { startDaftar } from './daftar.ts';
import { openDatabase } from './database/open-database.ts';
import { prepareDatabase } from './database/prepare-database.ts';
import { refuseNewer } from './database/refuse-newer.ts';
import { urlOfRunning } from './database/running-url.ts';
import type { SeenPlace } from './log-agrees.ts';
import { type Running, takeLock, whoRuns } from './machine/lock.ts';
import { anySpace, freeSpace, prepareDataFolder } from './machine/preflight.ts';
import { ROOT } from './machine/root.ts';
import { loadSecrets } from './machine/secrets.ts';
import { StartupError } from './machine/startup-error.ts';
import { checkClaimsThere, checkStoreIsRight } from './stores.ts';

export interface Tool {
  /** Path of its module in the repository. */
  readonly module: string;
  /** `api`: the whole Daftar must run. `database`: only the database. `nothing`: Daftar must not run. */
  readonly needs: 'api' | 'database' | 'nothing';
  /** Runs no migrations. */
  readonly leavesSchema?: boolean;
  /** Works on a disk that is too full for a start of Daftar. */
  readonly anySpace?: boolean;
  /** It reads the read models, and begins when they are those of this version. `verify` waits by itself. */
  readonly readsModels?: boolean;
  /**
   * What is compared before it reads the log: that it is in the `store` of the environment, or too that it is the one that
   * claims and data folder have seen (`claims`).
   */
  readonly log?: 'store' | 'claims';
}

interface Books {
  readonly databaseUrl: string;
  readonly address?: string;
  stop(): Promise<void>;
}

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Runs the tool and returns its exit code. */
export async function runTool(tool: Tool, args: readonly string[]): Promise<number> {
  const environment = process.env;
  // Space is checked where a database or a whole Daftar is opened: a running one continues with less.
  const dataDir = prepareDataFolder(environment['DATA_DIR'] ?? 'data', anySpace);
  const running = whoRuns(dataDir);
  if (running && tool.needs === 'nothing') {
    throw new StartupError(
      `Daftar is running on ${dataDir} (process ${running.pid}). Stop it, or choose an empty DATA_DIR.`,
    );
  }
  const books = running ? await attach(tool, running, dataDir, environment) : await open(tool, dataDir, environment);
  try {
    if (tool.readsModels) await untilModelsAreOwn(books.databaseUrl);
    return await run(tool.module, args, {
      ...environment,
      DATABASE_URL: books.databaseUrl,
      DATA_DIR: dataDir,
      JWT_SECRET: loadSecrets(dataDir, environment).jwtSecret,
      ...(books.address ? { DAFTAR_URL: books.address } : {}),
    });
  } finally {
    await books.stop();
  }
}

async function attach(tool: Tool, running: Running, dataDir: string, environment: NodeJS.ProcessEnv): Promise<Books> {
  const databaseUrl = environment['DATABASE_URL'] || urlOfRunning(running, dataDir);
  if (!databaseUrl || !running.address) {
    throw new StartupError(`Daftar is just starting or stopping (process ${running.pid}). Try again in a moment.`);
  }
  await refuseNewer(databaseUrl);
  await checkLog(tool, { databaseUrl, dataDir, eventStoreUrl: eventStoreUrlOf(environment) });
  return { databaseUrl, address: running.address, stop: async () => undefined };
}

async function open(tool: Tool, dataDir: string, environment: NodeJS.ProcessEnv): Promise<Books> {
  if (tool.needs !== 'api') {
    const lock = takeLock(dataDir);
    const freeMegabytes = tool.anySpace ? anySpace : freeSpace;
    const database = await openDatabase({ dataDir, say, environment, freeMegabytes });
    lock.note({ databasePort: database.port });
    const stop = async () => {
      await database.stop();
      lock.release();
    };
    try {
      if (!tool.leavesSchema) await prepareDatabase(database);
      await checkLog(tool, { databaseUrl: database.url, dataDir, eventStoreUrl: eventStoreUrlOf(environment) });
    } catch (error) {
      await stop();
      throw error;
    }
    return { databaseUrl: database.url, stop };
  }
  say('Daftar is not running: starting it for this command.');
  const daftar = await startDaftar({
    dataDir,
    environment: { ...environment, PORT: '0' },
    say,
    withoutWeb: true,
    clock: 'told',
  });
  const { firstUser } = daftar;
  if (firstUser) say(`Sign in later as ${firstUser.email} / ${firstUser.password} (shown once).`);
  return { databaseUrl: daftar.database.url, address: daftar.address, stop: daftar.stop };
}

/**
 * Directly after an update readers still have the tables of the version before, which this program cannot read. Throws a
 * StartupError when nobody replaces them.
 */
async function untilModelsAreOwn(databaseUrl: string): Promise<void> {
  const onWait = () => say('The read models are built anew for this version; waiting for them.');
  await waitForOwnBuild(databaseUrl, { onWait }).catch((error: unknown) => {
    throw error instanceof OtherBuild ? new StartupError(error.message) : error;
  });
}

/** In a shell without DAFTAR_EVENTSTORE_URL the log of a Daftar with KurrentDB would be an empty one. */
async function checkLog({ log }: Tool, place: SeenPlace): Promise<void> {
  if (log === 'store') await checkStoreIsRight(place);
  if (log === 'claims') await checkClaimsThere(place, { models: false });
}

function run(module: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, module), ...args], { env: environment, stdio: 'inherit' });
    // A terminal sends Ctrl+C to the tool as well; a signal to this process only is forwarded, and the tool's end
    // awaited.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
