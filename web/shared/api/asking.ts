/**
 * A person is asked before a request goes on: by whatever screen or dialog it was sent, the shell shows the question. One at a
 * time.
 */
import { useSyncExternalStore } from 'react';

export interface Asked<Subject> {
  readonly subject: Subject;
  /** True lets the request go on. */
  readonly answer: (isYes: boolean) => void;
}

export interface Asking<Subject> {
  /** Undefined while nothing is asked. */
  readonly use: () => Asked<Subject> | undefined;
  /** Undefined where nobody is there to be asked. */
  readonly ask: (subject: Subject) => Promise<boolean> | undefined;
  /** The answer that is waited for. */
  readonly underWay: () => Promise<boolean> | undefined;
}

export function asking<Subject>(): Asking<Subject> {
  let requested: Asked<Subject> | undefined;
  let answered: Promise<boolean> | undefined;
  const listeners = new Set<() => void>();
  const setState = (next: Asked<Subject> | undefined): void => {
    requested = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    use: () => useSyncExternalStore(subscribe, () => requested),
    underWay: () => answered,
    ask: (subject) => {
      if (listeners.size === 0) return undefined;
      answered = new Promise((decide) => {
        const answer = (isYes: boolean) => {
          answered = undefined;
          setState(undefined);
          decide(isYes);
        };
        setState({ subject, answer });
      });
      return answered;
    },
  };
}
