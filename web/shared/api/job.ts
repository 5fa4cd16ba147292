/** Jobs on the server that outlive a request: started, watched as server-sent events, cancelled. */

import { useEffect, useState } from 'react';
import { post } from './client.ts';
import { eventsIn } from './events.ts';
import { currentToken } from './token.ts';
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

export async function startJob<Result>(name: string, body: object): Promise<Job<Result>> {
  return (await post<Job<Result>>(`jobs/${name}`, body, { shape: JOB })).data;
}

export async function cancelJob(jobId: string): Promise<void> {
  await post(`jobs/${jobId}/cancel`, {});
}

const AGAIN_MS = 1000;
const JOB: Shape<Job> = { job_id: 'string', state: 'string', progress: 'string?' };

/** The job with live updates; `missing` when the server does not have it. */
export function useJob<Result>(jobId: string | undefined): Job<Result> | 'missing' | undefined {
  const [known, setKnown] = useState<{ readonly id: string; readonly job: Job<Result> | 'missing' }>();
  useEffect(() => {
    if (jobId === undefined) return undefined;
    const gone = new AbortController();
    const watch = async () => {
      while (!gone.signal.aborted) {
        const last = await followed<Result>(jobId, gone.signal, (job) => setKnown({ id: jobId, job })).catch(
          () => undefined,
        );
        if (last === 'missing') setKnown({ id: jobId, job: 'missing' });
        if (last === 'missing' || (last && hasEnded(last))) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    void watch();
    return () => gone.abort();
  }, [jobId]);
  return known !== undefined && known.id === jobId ? known.job : undefined;
}

/** Reads the events until the server ends them. */
async function followed<Result>(
  jobId: string,
  signal: AbortSignal,
  onJob: (job: Job<Result>) => void,
): Promise<Job<Result> | 'missing' | undefined> {
  const answer = await fetch(`/api/jobs/${jobId}/events`, {
    headers: { Authorization: `Bearer ${currentToken() ?? ''}` },
    signal,
  });
  if (answer.status === 404) return 'missing';
  if (!answer.ok || !answer.body) return undefined;
  let last: Job<Result> | undefined;
  for await (const event of eventsIn(answer.body)) {
    last = mustFit<Job<Result>>(event, JOB);
    onJob(last);
  }
  return last;
}
