/**
 * The timeout of a condition in a test. It only ends tests whose condition never comes true; no machine is slow enough
 * to reach it otherwise. Conditions are polled, so a fast machine does not wait longer than needed. TEST_LIMIT_MS=10000
 * shortens it while a test is written.
 */
export const LIMIT_MS = Number(process.env['TEST_LIMIT_MS'] ?? 300_000);

/** The timeout of a whole test. */
export const TEST_LIMIT_MS = 1_800_000;
