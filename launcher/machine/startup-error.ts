/**
 * An error at start that the operator can fix. Its message is complete: the problem and the remedy, in plain sentences,
 * printed without a stack trace.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Code of a system error such as `EACCES`, or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
