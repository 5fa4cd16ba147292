/** Why a job failed, in words: what its work throws is for the log. */
import { say } from '../language/language.ts';

/** `error` of a job: the message of what its work threw. */
export function jobProblem(error: string | null): string {
  if (error === 'cancelled') return say('table:jobs.cancelled');
  if (error?.startsWith('forbidden')) return say('table:jobs.forbidden');
  if (error?.includes('read models')) return say('table:jobs.behind');
  return say('shell:errors.unknown');
}
