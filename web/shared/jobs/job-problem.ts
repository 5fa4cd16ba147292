/** The reason of a failed job as a message; the exception itself is in the log. */
import { say } from '../language/language.ts';

/** `error` of a job: the message of the exception. */
export function jobProblem(error: string | null): string {
  if (error === 'cancelled') return say('table:jobs.cancelled');
  if (error?.startsWith('forbidden')) return say('table:jobs.forbidden');
  if (error?.includes('read models')) return say('table:jobs.behind');
  if (error?.includes('larger than one archive')) return say('table:jobs.too_large');
  return say('shell:errors.unknown');
}
