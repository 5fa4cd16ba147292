/** Reads properties of thrown values, which need not be Errors. */

/** The code of an error of Node or of PostgreSQL: `ENOENT`, `42P01`. */
export function errorCode(thrown: unknown): string | undefined {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
