/** The records of backups and their checks, which `npm run doctor` and the home page read. */

import type pg from 'pg';
import { errorCode } from '../domain/values/thrown.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { BackupDamaged } from './stored/refused.ts';

export type Problem = 'disk_full' | 'folder_missing' | 'not_writable' | 'pictures_missing' | 'damaged' | 'failed';

export interface Run {
  readonly kind: 'backup' | 'check';
  readonly isDaily: boolean;
  readonly file: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly bytes?: number;
  readonly events?: number;
  readonly lastPosition?: string;
  readonly problem?: Problem;
  /** Technical, for operators. */
  readonly detail?: string;
}

const PROBLEMS: Readonly<Record<string, Problem>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  ENOENT: 'folder_missing',
  ENOTDIR: 'folder_missing',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
  EROFS: 'not_writable',
};

export function problemOf(error: unknown): Pick<Run, 'detail'> & { readonly problem: Problem } {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof BackupDamaged) return { problem: 'damaged', detail };
  if (error instanceof StoreUnavailable) return { problem: 'failed', detail };
  return { problem: PROBLEMS[errorCode(error) ?? ''] ?? 'failed', detail };
}

/** Records nothing in a database from before this table, of which backups can be made too. */
export async function recordRun(client: pg.ClientBase, run: Run): Promise<void> {
  const table = await client.query<{ there: boolean }>(`select to_regclass('backup.run') is not null as there`);
  if (!table.rows[0]?.there) return;
  await client.query(
    `insert into backup.run (kind, is_daily, file, started_at, finished_at, bytes, events, last_position, problem, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      run.kind,
      run.isDaily,
      run.file,
      run.startedAt,
      run.finishedAt,
      run.bytes ?? null,
      run.events ?? null,
      run.lastPosition ?? null,
      run.problem ?? null,
      run.detail ?? null,
    ],
  );
}
