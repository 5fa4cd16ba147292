/**
 * Schemas of routes are compiled at the first request that needs them. There are more than a thousand routes, a day
 * uses some dozens of them, and compiling all of them took most of a start.
 */
import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

/** Calls `create` at the first call of the returned function, and keeps the result. */
export function lazily<Given, Result>(create: () => (given: Given) => Result): (given: Given) => Result {
  let created: ((given: Given) => Result) | undefined;
  return (given) => {
    created ??= create();
    return created(given);
  };
}

/** Answers are still written by their schema: fields that it does not declare are left out. */
export function registerLazySerialization(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => lazily(() => fastJson(schema as Parameters<typeof fastJson>[0])));
}
