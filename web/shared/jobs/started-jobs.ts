/**
 * The jobs that were started in this browser, until somebody clears them: kept beside the page, so that they are
 * there after a reload and in every window.
 */

import { useSyncExternalStore } from 'react';
import { listThatFits } from '../api/wire.ts';

export interface StartedJob {
  readonly job_id: string;
  /** What it does, in the words of whoever started it. */
  readonly title: string;
  /** Whose it is: another person at the same computer does not see it. */
  readonly user_id: number;
}

const KEY = 'daftar.jobs';
const KEPT_MAX = 20;
const NONE: readonly StartedJob[] = [];
const listeners = new Set<() => void>();
let text: string | null = null;
let jobs = NONE;

/** Read again only when it changed, so that the same list is the same object. */
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
    // What another version kept is no list of jobs.
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
