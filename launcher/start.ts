/** `npm start`: starts everything, prints the addresses, and stops everything on request. */
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { startAlarms } from './alarms.ts';
import { startBackupRounds } from './backup-rounds.ts';
import { type Daftar, startDaftar } from './daftar.ts';
import { backupFolderOf } from './health/backup-folder.ts';
import { clockCheckOf } from './health/clock-state.ts';
import { anySpace, prepareDataFolder } from './machine/preflight.ts';
import { namesOf, rolesSentence } from './machine/role-names.ts';
import { untilToldToStop } from './machine/stop-signal.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Resolves with the exit code when Daftar has been stopped. */
export async function start(args: readonly string[] = []): Promise<number> {
  const stopped = untilToldToStop();
  const told = new AbortController();
  void stopped.then(() => told.abort());
  const environment = process.env;
  const daftar = await startDaftar({
    dataDir: environment['DATA_DIR'] ?? 'data',
    environment,
    say,
    told: told.signal,
    clock: clockCheckOf(args),
  });
  const dataDir = prepareDataFolder(environment['DATA_DIR'] ?? 'data', anySpace);
  const { database, log, checks } = daftar;
  const backups = startBackupRounds({ databaseUrl: database.urls.command, dataDir, environment, say, log });
  const endAlarms = startAlarms({
    databaseUrl: database.urls.command,
    eventStoreUrl: eventStoreUrlOf(environment),
    dataDir,
    environment,
    checks,
    say,
  });
  // Since the start of the process, so that loading the program counts too.
  for (const line of banner(daftar, performance.now() / 1000, environment)) say(line);
  await stopped;
  say('Stopping.');
  await endAlarms();
  await backups.stop();
  await daftar.stop();
  say('Stopped. Everything that was answered is stored.');
  return 0;
}

/** The addresses and folders, and the first credentials. */
export function banner(daftar: Daftar, seconds: number, environment: NodeJS.ProcessEnv): readonly string[] {
  const { address, publicUrl, database, firstUser } = daftar;
  const jobs = environment['REDIS_URL'] ? 'Redis' : 'PostgreSQL';
  const store = eventStoreUrlOf(environment) ? 'KurrentDB' : 'PostgreSQL';
  return [
    '',
    `  Back-office   ${publicUrl ?? address}            ready in ${seconds.toFixed(1)} s`,
    ...(publicUrl ? [`  Behind it     ${address}`] : []),
    ...(firstUser
      ? [`  Sign in       ${firstUser.email}  /  ${firstUser.password}   (shown once; change it after signing in)`]
      : []),
    `  Health        ${address}/healthz  ${address}/readyz`,
    `  Storage       ${database.description}   Event store: ${store}   Jobs: ${jobs}`,
    `  Backups       ${backupsSentence(environment)}`,
    ...(database.areSeparate ? [] : [`  Roles         ${rolesSentence(namesOf(database.urls), false)}`]),
    '  Stop          Ctrl+C',
    '',
  ];
}

/** Said at each start, because nobody misses a backup before the disk fails. */
function backupsSentence(environment: NodeJS.ProcessEnv): string {
  const to = backupFolderOf(environment);
  if (!to) return 'none are made: set BACKUP_DIR to a folder on another disk';
  if (to.isBesideData)
    return `every day into ${to.folder}, which is lost with its disk: set BACKUP_DIR to a folder on another one`;
  return `every day into ${environment['BACKUP_DIR']}, and each entry within seconds`;
}
