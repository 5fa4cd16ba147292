/**
 * Cancellation of a job that another process may run. The request is a line in the job's log, which every backend
 * stores with the job: the process that runs or resumes it reads the log while it works.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { toError } from '../../domain/values/thrown.ts';

const REQUESTED = 'cancellation requested';
const POLL_MS = 500;

/** Takes effect within half a second. Throws when the job no longer exists. */
export async function requestCancellation(job: { log(row: string): Promise<number> }): Promise<void> {
  await job.log(REQUESTED);
}

export interface Watched {
  readonly queue: Pick<Queue, 'getJobLogs'>;
  readonly jobId: string;
  /** Aborted at the end of the work. */
  readonly ended: AbortSignal;
  readonly cancel: () => void;
  /** Called with read errors; reading is repeated. */
  readonly onError: (error: Error) => void;
}

/** Calls `cancel` once when the cancellation is requested; returns then, or at the end of the work. */
export async function watchForCancellation({ queue, jobId, ended, cancel, onError }: Watched): Promise<void> {
  while (!ended.aborted) {
    try {
      const { logs } = await queue.getJobLogs(jobId);
      if (logs.includes(REQUESTED)) return ended.aborted ? undefined : cancel();
    } catch (error) {
      if (!ended.aborted) onError(toError(error));
    }
    // Stops waiting when the work ends.
    await sleep(POLL_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}
