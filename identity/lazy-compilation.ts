/**
 * Schemas of routes are compiled at the first request that needs them. There are more than a thousand routes, a day
 * uses some dozens of them, and compiling all of them took most of a start.
 */
import type { FastifyInstance } from 'fastify';

/** Calls `create` at the first call of the returned function, and keeps the result. */
export function lazily<Given, Result>(create: () => (given: Given) => Result): (given: Given) => Result {
  let created: ((given: Given) => Result) | undefined;
  return (given) => {
    created ??= create();
    return created(given);
  };
}

/**
 * Answers are written as they are. Their schemas are what the API document says of them: a field that is not named there
 * is a fault that a test must see (test/support/documented.ts), not one that is left out on the way (docs/decisions/0061).
 */
export function writeAnswersAsTheyAre(app: FastifyInstance): void {
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}
