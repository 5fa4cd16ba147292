/**
 * Notifications with the specification's timings: shown after 50 ms, for 3 s (success) or 10 s (error). Errors
 * are also kept in a list behind the bell, because ten seconds are short for somebody who looked away.
 */
import { useSyncExternalStore } from 'react';
import { toast } from 'sonner';
import { v4 as uuid } from 'uuid';
import { ApiError } from '../api/error.ts';
import { hasText, say } from '../language/language.ts';

const DELAY_MS = 50;
const SUCCESS_MS = 3_000;
const ERROR_MS = 10_000;
const KEPT_MAX = 50;

export interface KeptError {
  readonly id: string;
  readonly message: string;
  readonly requestId: string | undefined;
  /** ISO instant. */
  readonly at: string;
}

let kept: readonly KeptError[] = [];
let unread = 0;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** `message` is a sentence: of the server, or `say(key)`. */
export function notifySuccess(message: string): void {
  setTimeout(() => toast.success(message, { duration: SUCCESS_MS }), DELAY_MS);
}

export function notifyError(message: string, requestId?: string): void {
  kept = [{ id: uuid(), message, requestId, at: new Date().toISOString() }, ...kept].slice(0, KEPT_MAX);
  unread += 1;
  changed();
  setTimeout(() => toast.error(message, { duration: ERROR_MS }), DELAY_MS);
}

/** Tells of a failed call; an expired session and an aborted read are nobody's news. */
export function notifyProblem(problem: unknown): void {
  if (problem instanceof DOMException && problem.name === 'AbortError') return;
  if (problem instanceof ApiError && problem.status === 401) return;
  notifyError(sentenceOf(problem), problem instanceof ApiError ? problem.requestId : undefined);
}

/** The sentence to show for a problem: the server's own, or ours for what never reached it. */
export function sentenceOf(problem: unknown): string {
  if (!(problem instanceof ApiError)) return say('shell:errors.unknown');
  if (problem.message !== '') return problem.message;
  const key = `shell:errors.${problem.code}`;
  return hasText(key) ? say(key) : say('shell:errors.unknown');
}

export function clearErrors(): void {
  kept = [];
  unread = 0;
  changed();
}

export function markErrorsRead(): void {
  if (unread === 0) return;
  unread = 0;
  changed();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useKeptErrors(): { readonly errors: readonly KeptError[]; readonly unread: number } {
  return { errors: useSyncExternalStore(subscribe, () => kept), unread: useSyncExternalStore(subscribe, () => unread) };
}
