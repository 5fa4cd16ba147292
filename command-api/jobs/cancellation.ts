/**
 * Cancellation of a job that another process may run. The request is a line in the log of the job, which every backend
 * keeps with the job: the process that runs it reads the log while it works, and so does the one that takes it up again.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { toError } from '../../domain/kernel/thrown.ts';

const REQUESTED = 'cancellation requested';
const POLL_MS = 500;

/** Takes effect within half a second where the job runs. Throws when the job is not there any more. */
export async function requestCancellation(job: { log(row: string): Promise<number> }): Promise<void> {
  await job.log(REQUESTED);
}

export interface Watched {
  readonly queue: Pick<Queue, 'getJobLogs'>;
  readonly jobId: string;
  /** Aborted when the work has ended. */
  readonly ended: AbortSignal;
  readonly cancel: () => void;
  /** Called with errors of reading; it is read again. */
  readonly onError: (error: Error) => void;
}

/** Calls `cancel` once when the cancellation is requested; returns then, or when the work has ended. */
export async function watchForCancellation({ queue, jobId, ended, cancel, onError }: Watched): Promise<void> {
  while (!ended.aborted) {
    try {
      const { logs } = await queue.getJobLogs(jobId);
      if (logs.includes(REQUESTED)) return ended.aborted ? undefined : cancel();
    } catch (error) {
      if (!ended.aborted) onError(toError(error));
    }
    // Ends early with the work.
    await sleep(POLL_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}
