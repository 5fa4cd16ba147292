/**
 * A job does not fail because of an outage of the database, the log or the disk: it is run again afterwards and
 * continues from what it has stored. Every other error fails it at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../../identity/unavailable.ts';

const ASKED_EVERY_MS = 1_000;

/** Options of a job. Each outage, however long, is one attempt. */
export const BEGUN_AGAIN = { attempts: 100, backoff: { type: 'fixed', delay: 1_000 } } as const;

/**
 * The error to report to the queue when a job's work threw `error`. After an outage it is the error itself, on which
 * the queue retries; it is returned when `answers` resolves or the process stops. Otherwise it is an error that ends
 * the job.
 */
export async function failedBy(error: unknown, stop: AbortSignal, answers: () => Promise<unknown>): Promise<Error> {
  const { UnrecoverableError } = await import('bullmq');
  const failure = error instanceof Error ? error : new Error(String(error));
  if (unavailable(failure) === undefined) return new UnrecoverableError(failure.message);
  for (let isOver = false; !isOver && !stop.aborted; ) {
    // When the process stops, the loop ends by its signal.
    await sleep(ASKED_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
    isOver = await answers().then(
      () => true,
      () => false,
    );
  }
  return failure;
}

const CLOSES_WITHIN_MS = 2_000;

/** Without Redis neither worker nor queue ends; the jobs are told, and run again at the next start. */
export async function untilClosedOrAway(closed: Promise<void>, isAway: () => Promise<boolean>): Promise<void> {
  for (let isOver = false; !isOver; ) {
    isOver = await Promise.race([closed.then(() => true), sleep(CLOSES_WITHIN_MS, false, { ref: false })]);
    isOver ||= await isAway();
  }
  // What fails after that is the lost connection.
  closed.catch(() => undefined);
}
