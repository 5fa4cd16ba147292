/** `GET backups`: the age of the newest backup, and problems of the last backup or of the last check of an old one. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { declareRead } from '../http/route.ts';

const Backups = Type.Object({
  /** Null before the first backup. */
  newest: Type.Union([
    Type.Object({
      finished_at: Type.String(),
      /** Whole hours, by the clock of the database. */
      age_hours: Type.Integer(),
      /** True for a scheduled backup into BACKUP_DIR, false for a manual one. */
      is_daily: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  problem: Type.Union([
    Type.Object({
      kind: Type.Enum(['backup', 'check']),
      problem: Type.Enum(['disk_full', 'folder_missing', 'not_writable', 'pictures_missing', 'damaged', 'failed']),
      at: Type.String(),
    }),
    Type.Null(),
  ]),
});

type Problem = NonNullable<Static<typeof Backups>['problem']>;

export const backupsRoute = declareRead({
  url: '/backups',
  // The permission of users who set up the business.
  permission: 'system_settings/update',
  reads: [],
  answer: Backups,
  operationId: 'showBackups',
  tag: 'operations',
  summary: 'Age of the newest backup, and what is wrong with the last one',
  handle: ({ reader }) => inSnapshot(reader, backups),
});

/** Later runs are of a clock that was ahead. */
const NOT_AHEAD = sql`started_at <= now() + interval '5 minutes'`;

async function backups(snapshot: Snapshot): Promise<Static<typeof Backups>> {
  const newest = await sql<{ finished_at: string; age_hours: number; is_daily: boolean }>`
    select finished_at, is_daily, greatest(0, floor(extract(epoch from now() - finished_at) / 3600))::int as age_hours
    from backup.run where ${NOT_AHEAD} and kind = 'backup' and (problem is null or problem = 'pictures_missing')
    order by started_at desc, run_id desc limit 1`.execute(snapshot);
  // Only the last daily run of each kind counts; it supersedes earlier failures.
  const problems = await sql<Omit<Problem, 'problem'> & { problem: Problem['problem'] | null }>`
    select distinct on (kind) kind, problem, finished_at as at from backup.run
    where ${NOT_AHEAD} and is_daily order by kind, started_at desc, run_id desc`.execute(snapshot);
  const [problem] = problems.rows.flatMap(({ problem, ...run }) => (problem === null ? [] : { ...run, problem }));
  return { newest: newest.rows[0] ?? null, problem: problem ?? null };
}
