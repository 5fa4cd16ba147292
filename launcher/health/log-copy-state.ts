/** Doctor's report on the copy of the log beside the backups. */
import { copyFolder, endOfRun, runsIn } from '../../backup/log-copy/copied-files.ts';
import { Passphrase } from '../../backup/stored/age.ts';
import { openLogReader } from '../../event-store/opening/log-reader.ts';
import { backupFolderOf } from './backup-folder.ts';

/** An entry is copied within seconds; one that waits for longer is a fault. */
const WAITS_MS_MAX = 60_000;

export interface CopiedPlace {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly isRunning: boolean;
  readonly now: Date;
}

/** Returns the state in words; throws an error for a problem. */
export async function describeLogCopy({ environment, isRunning, now, ...place }: CopiedPlace): Promise<string> {
  const to = backupFolderOf(environment);
  if (!to || to.isBesideData) return 'none: entries are copied within seconds when BACKUP_DIR is set';
  const run = runsIn(copyFolder(to.folder)).at(-1);
  const end = run === undefined ? undefined : await endOfRun(run, Passphrase.of(environment));
  if (!run || !end) {
    if (isRunning) throw new Error(`no entry was copied to ${to.folder} yet, although Daftar is running`);
    return 'none yet: entries are copied while Daftar runs';
  }
  const log = await openLogReader(place);
  try {
    const last = end.last?.position ?? BigInt(end.header.after);
    const [next] = await log.readStored(last, 1);
    if (!next) return `every entry up to position ${last} is in ${run}`;
    const waiting = `entries since ${next.recordedAt} are not in ${run}`;
    if (isRunning && now.getTime() - Date.parse(next.recordedAt) > WAITS_MS_MAX)
      throw new Error(`${waiting}, although Daftar is running`);
    return `${waiting}: they are copied while Daftar runs`;
  } finally {
    await log.close();
  }
}
