/**
 * A job that meets an outage of the database, the log or the disk does not fail: it is begun again when they answer, and
 * finds what it has stored. Every other error fails it at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../../identity/unavailable.ts';

const ASKED_EVERY_MS = 1_000;

/** Options of a job. Each outage that a job meets, however long, is one attempt. */
export const BEGUN_AGAIN = { attempts: 100, backoff: { type: 'fixed', delay: 1_000 } } as const;

/**
 * What the queue is told of a work that threw `error`. After an outage the error itself, which the queue takes as a reason
 * to begin again, as soon as `answers` resolves or the process stops. Otherwise one that it takes as the end of the job.
 */
export async function failedBy(error: unknown, stop: AbortSignal, answers: () => Promise<unknown>): Promise<Error> {
  const { UnrecoverableError } = await import('bullmq');
  const failure = error instanceof Error ? error : new Error(String(error));
  if (unavailable(failure) === undefined) return new UnrecoverableError(failure.message);
  for (let isOver = false; !isOver && !stop.aborted; ) {
    // The process stops: the loop asks its signal.
    await sleep(ASKED_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
    isOver = await answers().then(
      () => true,
      () => false,
    );
  }
  return failure;
}
