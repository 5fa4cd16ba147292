/**
 * Something in the way that the person at the keyboard can remove. Its message is the whole explanation: what
 * is wrong and what to do, in plain sentences, and is shown without a stack trace.
 */
export class Obstacle extends Error {
  override readonly name = 'Obstacle';
}

/** Code of a system error such as `EACCES`, or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
