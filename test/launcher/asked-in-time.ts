/** Checks of health that are asked with a limit of time, on a database of their own that is dropped after each test. */
import { expect } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

/** A supervisor that asks has its answer by then. */
const IN_TIME_MS = 4_000;

/** Done after each test, the last first: each file says `afterEach(undone)`. */
export const undo: (() => unknown)[] = [];
export async function undone(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

export async function inTime(check: () => Promise<string | undefined>): Promise<string | undefined> {
  const sinceMs = performance.now();
  const problem = await check();
  expect(performance.now() - sinceMs).toBeLessThan(IN_TIME_MS);
  return problem;
}

export async function database(): Promise<FreshDatabase> {
  const fresh = await freshDatabase();
  undo.push(() => fresh.drop());
  return fresh;
}
