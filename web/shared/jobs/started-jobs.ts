/**
 * Jobs that were started in this browser, until a person clears them: in local storage, for reloads and other windows.
 */

import { useSyncExternalStore } from 'react';
import { listThatFits } from '../api/wire.ts';

export interface StartedJob {
  readonly job_id: string;
  /** The action, in the language of its starter. */
  readonly title: string;
  /** The starter: other people at the same computer do not see the job. */
  readonly user_id: number;
}

const KEY = 'daftar.jobs';
const KEPT_MAX = 20;
const NONE: readonly StartedJob[] = [];
const listeners = new Set<() => void>();
let text: string | null = null;
let jobs = NONE;

/** Parsed only after a change, so that equal lists are the same object. */
function current(): readonly StartedJob[] {
  const kept = localStorage.getItem(KEY);
  if (kept !== text) [text, jobs] = [kept, read(kept)];
  return jobs;
}

function read(kept: string | null): readonly StartedJob[] {
  try {
    const found: unknown = JSON.parse(kept ?? '[]');
    return listThatFits<StartedJob>(found, { job_id: 'string', title: 'string', user_id: 'number' });
  } catch {
    // A value of another version is ignored.
    return NONE;
  }
}

function keep(next: readonly StartedJob[]): void {
  localStorage.setItem(KEY, JSON.stringify(next.slice(0, KEPT_MAX)));
  for (const listener of listeners) listener();
}

export const rememberJob = (job: StartedJob): void =>
  keep([job, ...current().filter(({ job_id }) => job_id !== job.job_id)]);

export const forgetJob = (jobId: string): void => keep(current().filter(({ job_id }) => job_id !== jobId));

export function useStartedJobs(userId: number): readonly StartedJob[] {
  const all = useSyncExternalStore((listener) => {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }, current);
  return all.filter(({ user_id }) => user_id === userId);
}
