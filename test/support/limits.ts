/**
 * How long a test waits for a condition. The limit ends a test whose condition never comes true; no machine is so slow
 * that it reaches it otherwise. Conditions are polled, so a fast machine waits no longer than it must.
 * While a test is written, TEST_LIMIT_MS=10000 ends it sooner.
 */
export const LIMIT_MS = Number(process.env['TEST_LIMIT_MS'] ?? 300_000);

/** A test, all of its waits together. */
export const TEST_LIMIT_MS = 1_800_000;
