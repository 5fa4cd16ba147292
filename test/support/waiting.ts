/** Waiting for a condition, never for a time. */
import { setTimeout } from 'node:timers/promises';
import { LIMIT_MS } from './limits.ts';
import { timed } from './profile.ts';

/** The first result that is not undefined or false; throws after LIMIT_MS. */
export function until<Result>(
  read: () => Promise<Result | undefined | false>,
  { everyMs = 20, what = 'a condition' }: { readonly everyMs?: number; readonly what?: string } = {},
): Promise<Result> {
  return timed('waits for a condition', async () => {
    const endMs = performance.now() + LIMIT_MS;
    while (performance.now() < endMs) {
      const found = await read();
      if (found !== undefined && found !== false) return found;
      await setTimeout(everyMs);
    }
    throw new Error(`${what} did not come true within ${LIMIT_MS} ms`);
  });
}

/** Waits for a time, because the program under test measures it; the profile counts each. */
export const sleep = (ms: number): Promise<void> => timed('sleeps', async () => setTimeout(ms));
