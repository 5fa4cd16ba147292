/**
 * A question to the person before a request continues: the shell shows it, whatever screen or dialog sent the request.
 * One at a time.
 */
import { useSyncExternalStore } from 'react';

export interface Asked<Subject> {
  readonly subject: Subject;
  /** True lets the request go on. */
  readonly answer: (isYes: boolean) => void;
}

export interface Asking<Subject> {
  /** Undefined without a question. */
  readonly use: () => Asked<Subject> | undefined;
  /** Undefined when no component can show the question. */
  readonly ask: (subject: Subject) => Promise<boolean> | undefined;
  /** The pending answer. */
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
