/**
 * Compiles the schemas of a route on the first request that needs them: there are more than a thousand routes, of
 * which a day uses some dozens, and compiling all of them took most of a start.
 */
import type { FastifyInstance } from 'fastify';

/** Calls `create` on the first call of the returned function, and caches the result. */
export function lazily<Given, Result>(create: () => (given: Given) => Result): (given: Given) => Result {
  let created: ((given: Given) => Result) | undefined;
  return (given) => {
    created ??= create();
    return created(given);
  };
}

/**
 * Serialises answers without their schemas, which only describe them in the API document: an undeclared field is a
 * fault that a test must find (test/support/documented.ts), instead of being dropped silently (docs/decisions/0061).
 */
export function writeAnswersAsTheyAre(app: FastifyInstance): void {
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}
