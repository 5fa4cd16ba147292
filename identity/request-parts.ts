/**
 * Typed access to parts of a request by the schema of its route. The route has validated the part already; it is
 * checked again, so that a handler with another schema than its route fails at once.
 */
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { propertiesOf } from '../domain/schemas/schema-parts.ts';
import { membersOf } from '../domain/values/members.ts';

export const bodyOf = <Schema extends TSchema>({ body }: FastifyRequest, schema: Schema) => held('body', schema, body);
export const pathOf = <Schema extends TSchema>({ params }: FastifyRequest, schema: Schema) =>
  held('path', schema, params);
export const queryOf = <Schema extends TSchema>({ query }: FastifyRequest, schema: Schema) =>
  held('query', schema, query);

/** One path parameter: `resource` of `/bulk_actions/:resource`. */
export const pathPart = ({ params }: Pick<FastifyRequest, 'params'>, name: string): string =>
  String(membersOf(params)[name] ?? '');

/** Without the fields common to all commands: `confirmed`, `revision`, `_method`. */
function held<Schema extends TSchema>(part: string, schema: Schema, value: unknown): Static<Schema> {
  const properties = propertiesOf(schema);
  const own = Object.fromEntries(Object.entries(membersOf(value)).filter(([name]) => Object.hasOwn(properties, name)));
  if (Check(schema, own)) return own;
  throw new TypeError(`the ${part} of the request is not that of the route`);
}
