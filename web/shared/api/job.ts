/** Jobs on the server that outlive a request: started, watched as server-sent events, cancelled. */

import { useEffect, useState } from 'react';
import { command } from './command.ts';
import { eventsIn } from './events.ts';
import { connectionHeaders, isStillOf, refreshToken, signedOut, tokenOwner } from './token.ts';
import { mustFit, type Shape } from './wire.ts';

export interface Job<Result = unknown> {
  readonly job_id: string;
  readonly name: string;
  readonly state: string;
  /** The job's last progress line. */
  readonly progress: string | null;
  readonly result: Result | null;
  readonly error: string | null;
  readonly added_at: string;
  readonly finished_at: string | null;
}

export const hasEnded = (job: Pick<Job, 'state'>): boolean => job.state === 'completed' || job.state === 'failed';

/** Throws ApiError `unreadable` for another answer. */
export const jobIn = <Result>(answer: unknown): Job<Result> => mustFit<Job<Result>>(answer, JOB);

export async function cancelJob(jobId: string): Promise<void> {
  await command('jobs/:job_id/cancel', { params: { job_id: jobId }, body: {} });
}

const AGAIN_MS = 1000;
/** The server sends something at least every 20 s; a connection that is silent for longer is lost. */
const SILENT_MS_MAX = 60_000;
const JOB: Shape<Job> = { job_id: 'string', state: 'string', progress: 'string?' };

interface KnownJob<Result> {
  readonly id: string;
  readonly run: number;
  readonly job: Job<Result> | 'missing';
}

/** The job with live updates; `missing` when the server does not have it. Another `run` of an ended job is watched again. */
export function useJob<Result>(jobId: string | undefined, run = 0): Job<Result> | 'missing' | undefined {
  const [known, setKnown] = useState<KnownJob<Result>>();
  useEffect(() => {
    if (jobId === undefined) return undefined;
    const gone = new AbortController();
    void watchJob<Result>(jobId, gone.signal, (job) => setKnown({ id: jobId, run, job }));
    return () => gone.abort();
  }, [jobId, run]);
  return known !== undefined && known.id === jobId && known.run === run ? known.job : undefined;
}

/** Tells about a job until it ends, the signal is aborted or the person signs out. Connects again when it must. */
export async function watchJob<Result>(
  jobId: string,
  signal: AbortSignal,
  onJob: (job: Job<Result> | 'missing') => void,
): Promise<void> {
  const person = tokenOwner();
  while (!signal.aborted && isStillOf(person)) {
    // A lost connection is opened again.
    const last = await followed<Result>(jobId, signal, onJob).catch(() => undefined);
    if (last === 'missing') onJob(last);
    if (last === 'missing' || (last && hasEnded(last))) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Reads the events until the server ends them. Throws when the network fails, or nothing was heard for a minute. */
export async function followed<Result>(
  jobId: string,
  signal: AbortSignal,
  onJob: (job: Job<Result>) => void,
): Promise<Job<Result> | 'missing' | undefined> {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENT_MS_MAX);
  };
  heard();
  try {
    const answer = await fetch(`/api/jobs/${jobId}/events`, {
      headers: connectionHeaders(),
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (answer.status === 404) return 'missing';
    // The token may have expired since the last connection.
    if (answer.status === 401 && !(await refreshToken())) signedOut();
    if (!answer.ok || !answer.body) return undefined;
    let last: Job<Result> | undefined;
    for await (const event of eventsIn(answer.body, heard)) {
      last = mustFit<Job<Result>>(event, JOB);
      onJob(last);
    }
    return last;
  } finally {
    clearTimeout(timer);
  }
}
