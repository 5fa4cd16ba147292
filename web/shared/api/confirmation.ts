/**
 * What the server asks before it takes something unusual (422 `confirmation`): a person answers, and the same command is
 * sent again with `confirmed`. Whatever screen or dialog sent it, the question is the same.
 */
import { useSyncExternalStore } from 'react';
import type { ApiError } from './error.ts';

export interface Question {
  readonly sentences: readonly string[];
  readonly answer: (isMeant: boolean) => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

function become(next: Question | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Undefined while nothing is asked. */
export const useQuestion = (): Question | undefined => useSyncExternalStore(subscribe, () => question);

export const asksAPerson = ({ status, code }: ApiError): boolean => status === 422 && code === 'confirmation';

/** False where nobody is there to be asked, or something else is being asked already. */
export function askPerson({ errors }: ApiError): Promise<boolean> {
  if (listeners.size === 0 || question) return Promise.resolve(false);
  const sentences = [...new Set(Object.values(errors).flat())];
  return new Promise((decide) => {
    const answer = (isMeant: boolean) => {
      become(undefined);
      decide(isMeant);
    };
    become({ sentences, answer });
  });
}
