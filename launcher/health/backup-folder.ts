/** Where the daily backups go. */
import { resolve } from 'node:path';

export interface BackupFolder {
  readonly folder: string;
  /** In the data folder, because BACKUP_DIR is not set: such backups are lost with its disk. */
  readonly isBesideData: boolean;
}

/** Undefined when BACKUP_DIR is empty: then none are made. */
export function backupFolderOf(environment: NodeJS.ProcessEnv): BackupFolder | undefined {
  const { BACKUP_DIR: given, DATA_DIR: dataDir = 'data' } = environment;
  if (given === '') return undefined;
  return given === undefined
    ? { folder: resolve(dataDir, 'backups'), isBesideData: true }
    : { folder: resolve(given), isBesideData: false };
}
