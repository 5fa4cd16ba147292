/** One idempotency key for each opened form, so that a form sent twice is one command. */
import { useRef } from 'react';
import { v4 as uuid } from 'uuid';
import { ApiError } from './error.ts';

/**
 * Runs a write with this form's key. The key stays while the outcome is unknown (connection lost, server error),
 * because the command may have been stored; after a definite answer the next attempt gets another key.
 */
export function useWrite(): <Result>(write: (idempotencyKey: string) => Promise<Result>) => Promise<Result> {
  const key = useRef<string | undefined>(undefined);
  return async (write) => {
    key.current ??= uuid();
    try {
      const result = await write(key.current);
      key.current = undefined;
      return result;
    } catch (problem) {
      if (problem instanceof ApiError && problem.definite) key.current = undefined;
      throw problem;
    }
  };
}
