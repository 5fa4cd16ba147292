/** The job of a bulk action. It is followed to its end, also when its dialog was closed before. */
import { useState } from 'react';
import { type BulkResult, changedRows } from '../../api/bulk.ts';
import { hasEnded, type Job, watchJob } from '../../api/job.ts';
import type { SelectedRow } from '../../api/list.ts';
import { forgetAfter } from '../../api/query.ts';

const NEVER = new AbortController().signal;

/** `onChanged` gets the rows that the job has changed; all rows of the resource are read again. */
export function useBulkJob(resource: string, onChanged: (rows: readonly SelectedRow[]) => void) {
  const [jobId, setJobId] = useState<string>();
  const [job, setJob] = useState<Job<BulkResult>>();
  const take = (next: Job<BulkResult> | 'missing') => {
    if (next === 'missing') return;
    setJob(next);
    if (!hasEnded(next)) return;
    onChanged(next.result ? changedRows(next.result) : []);
    forgetAfter(next.result?.position, [resource]);
  };
  const follow = (id: string | undefined) => {
    setJobId(id);
    setJob(undefined);
    if (id !== undefined) void watchJob(id, NEVER, take);
  };
  return { jobId, job, ended: job !== undefined && hasEnded(job), follow };
}
