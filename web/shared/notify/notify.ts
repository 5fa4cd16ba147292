/**
 * Notifications with the specification's timings: shown after 50 ms, for 3 s (success) or 10 s (error). Errors also
 * remain in a list behind the bell.
 */
import { useSyncExternalStore } from 'react';
import { v4 as uuid } from 'uuid';
import { type Blockers, blockersIn } from '../api/blockers.ts';
import { ApiError, isSilent } from '../api/error.ts';
import { sentenceOf } from '../api/sentence.ts';

const DELAY_MS = 50;
const SUCCESS_MS = 3_000;
const ERROR_MS = 10_000;
const SHOWN_MAX = 4;
const KEPT_MAX = 50;

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Notice {
  readonly id: string;
  readonly kind: 'success' | 'error' | 'hint';
  readonly message: string;
  /** For an error of the server: its number in the log. */
  readonly requestId?: string | undefined;
  /** Such as print and undo. */
  readonly actions: readonly NoticeAction[];
  /** For an error: the objects that block the command. */
  readonly blockers?: Blockers | undefined;
}

export interface KeptError {
  readonly id: string;
  readonly message: string;
  readonly requestId: string | undefined;
  readonly blockers?: Blockers | undefined;
  /** ISO instant. */
  readonly at: string;
}

interface Notices {
  readonly shown: readonly Notice[];
  readonly errors: readonly KeptError[];
  readonly unread: number;
}

let notices: Notices = { shown: [], errors: [], unread: 0 };
const listeners = new Set<() => void>();

function change(next: Partial<Notices>): void {
  notices = { ...notices, ...next };
  for (const listener of listeners) listener();
}

export const currentNotices = (): Notices => notices;

export function useNotices(): Notices {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentNotices);
}

function show(notice: Omit<Notice, 'id'>, durationMs: number): void {
  const id = uuid();
  setTimeout(() => {
    const others = notices.shown.filter((other) => !isSaidAgain(other, notice));
    change({ shown: [...others, { ...notice, id }].slice(-SHOWN_MAX) });
    setTimeout(() => dismiss(id), durationMs);
  }, DELAY_MS);
}

/** A sentence is shown once: the second scan of a piece does not cover more of the page. What can be undone stays. */
const isSaidAgain = (other: Notice, { kind, message }: Omit<Notice, 'id'>): boolean =>
  other.kind === kind && other.message === message && other.actions.length === 0;

export function dismiss(id: string): void {
  if (notices.shown.some((notice) => notice.id === id)) {
    change({ shown: notices.shown.filter((notice) => notice.id !== id) });
  }
}

/** `message` is a text: from the server, or from `say(key)`. With actions it is shown as long as an error. */
export function notifySuccess(message: string, actions: readonly NoticeAction[] = []): void {
  show({ kind: 'success', message, actions }, actions.length > 0 ? ERROR_MS : SUCCESS_MS);
}

export function notifyError(
  message: string,
  requestId?: string,
  blockers?: Blockers,
  actions: readonly NoticeAction[] = [],
): void {
  const kept = { id: uuid(), message, requestId, blockers, at: new Date().toISOString() };
  change({ errors: [kept, ...notices.errors].slice(0, KEPT_MAX), unread: notices.unread + 1 });
  show({ kind: 'error', message, requestId, blockers, actions }, ERROR_MS);
}

function dismissHints(): void {
  for (const { id, kind } of notices.shown) if (kind === 'hint') dismiss(id);
}

/** Why something cannot be done now, said where it was tried, until the next key or touch: it covers nothing that follows. */
export function notifyHint(message: string): void {
  dismissHints();
  show({ kind: 'hint', message, actions: [] }, SUCCESS_MS);
  for (const type of ['keydown', 'pointerdown'] as const)
    window.addEventListener(type, dismissHints, { capture: true, once: true });
}

/** Reports a failed call, except an expired session or an aborted read. */
export function notifyProblem(problem: unknown): void {
  if (problem instanceof DOMException && problem.name === 'AbortError') return;
  if (problem instanceof ApiError && isSilent(problem)) return;
  const requestId = problem instanceof ApiError ? problem.requestId : undefined;
  notifyError(sentenceOf(problem), requestId, blockersIn(problem));
}

export function clearErrors(): void {
  change({ errors: [], unread: 0 });
}

/** For the next person in this window. */
export function clearNotices(): void {
  change({ shown: [], errors: [], unread: 0 });
}

export function markErrorsRead(): void {
  if (notices.unread > 0) change({ unread: 0 });
}
