/** Doctor's report on work that a job stores in several appends: whether a job continues it. */
import type { Query } from './backup-state.ts';

interface BegunRow {
  readonly document: string;
  readonly since: string;
  readonly goes_on: boolean;
}

/**
 * A job that was never added, was cancelled or failed does not continue. `job.job` is the queue's table in PostgreSQL.
 */
const BEGUN = `
  select d.kind || '-' || d.id as document, to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
    exists (select from job.job j where j.state not in ('completed', 'failed') and (j.data ->> (d.kind || '_fk'))::int = d.id) as goes_on
  from read.document d
  where (d.kind, d.status) in (('recalculation', 'committing'), ('year_close', 'closing')) order by d.updated_at, d.id`;

const WAYS_OUT: Readonly<Record<string, string>> = {
  recalculation: 'a part of its documents is corrected; "Finish the commit" on its page corrects the others',
  year_close: 'its days are shut; "Break off" on its page opens them, and the year can be closed again',
};

/**
 * Returns the state in words; throws an error for work that no job continues. `jobsAreThere` is false when jobs are in
 * Redis.
 */
export async function describeBegunWork(query: Query, line: string, jobsAreThere: boolean): Promise<string> {
  const [there] = await query<{ readonly ready: boolean }>(
    `select to_regclass('read.document') is not null and to_regclass('job.job') is not null as ready`,
  );
  if (!there?.ready) return 'none was begun yet';
  const begun = await query<BegunRow>(BEGUN);
  if (begun.length === 0) return 'nothing is half done';
  const left = begun.filter(({ goes_on }) => jobsAreThere && !goes_on);
  if (left.length > 0) throw new Error(left.map(({ document, since }) => wayOut(document, since)).join(line));
  return begun.map((row) => sentence(row, jobsAreThere)).join(line);
}

const sentence = ({ document, since }: BegunRow, jobsAreThere: boolean): string =>
  `${document} is being stored since ${since}; ${jobsAreThere ? 'its job goes on' : 'whether its job goes on is known to Redis'}`;

function wayOut(document: string, since: string): string {
  const kind = document.split('-')[0] ?? '';
  return `${document} was begun at ${since}, and no job goes on with it: ${WAYS_OUT[kind]}`;
}
