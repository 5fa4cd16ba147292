/**
 * Strict validation of bodies: all errors at once, without coercion or removal. Path and query parameters, which are
 * always text, are coerced to their schema.
 */

import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { Static, TSchema, TUnsafe } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { propertiesOf } from '../../domain/schemas/schema-parts.ts';
import { membersOf, textsOf } from '../../domain/values/members.ts';
import type { Issue } from '../../domain/values/refusal.ts';
import { lazily, writeAnswersAsTheyAre } from '../../identity/machine/lazy-compilation.ts';
import { ERRORS_MAX, issuesOf } from './issues.ts';
import { oversizeIssues } from './oversize.ts';

/** Thrown when the body or the parameters do not match the schema. */
export class Invalid extends Error {
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super(issues.map((issue) => `${issue.field} ${issue.message}`).join('; '));
    this.name = 'Invalid';
    this.issues = issues;
  }
}

type Validate = (value: unknown) => { value: unknown } | { error: Error };

export function validatorOf(schema: TSchema, isBody: boolean): Validate {
  // The library's default limit is eight errors.
  Settings.Set({ maxErrors: ERRORS_MAX });
  const validator = Compile(schema);
  return (given) => {
    const value = isBody ? given : validator.Convert(given);
    const oversize = isBody ? oversizeIssues(schema, value) : [];
    if (oversize.length > 0) return { error: new Invalid(oversize) };
    if (validator.Check(value)) return { value };
    return { error: new Invalid(issuesOf(validator.Errors(value), schema, value)) };
  };
}

export function registerValidation(app: FastifyInstance): void {
  const compiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
    lazily(() => validatorOf(schema, httpPart === 'body'));
  app.setValidatorCompiler(compiler);
  writeAnswersAsTheyAre(app);
}

interface Confirmed {
  readonly confirmed?: boolean;
}

/** The field of every command that confirms its unusual values. */
const CONFIRMED = { confirmed: { type: 'boolean' } };

/** The body that registers a record; `title` is its name in the API document. */
export function recordBody<Own extends TSchema>(schema: Own, title: string): TUnsafe<Static<Own> & Confirmed>;
export function recordBody(schema: TSchema, title: string): TSchema {
  const { properties: _own, ...rest } = membersOf(schema);
  return { ...rest, title, properties: { ...propertiesOf(schema), ...CONFIRMED } };
}

interface BasedOn extends Confirmed {
  readonly revision?: number;
  readonly _method?: 'PATCH';
}

/**
 * The same body for a change, with the method override and the revision on which it is based (required unless the
 * header `If-Match` has it); `partial` when only changed fields are sent. `title` is its name in the API document.
 */
export function changeBody<Own extends TSchema, IsPartial extends boolean>(
  schema: Own,
  partial: IsPartial,
  title?: string,
): TUnsafe<(IsPartial extends true ? Partial<Static<Own>> : Static<Own>) & BasedOn>;
export function changeBody(schema: TSchema, partial: boolean, title?: string): TSchema {
  const { properties: _own, required, ...rest } = membersOf(schema);
  return {
    ...rest,
    ...(title === undefined ? {} : { title }),
    required: partial ? [] : textsOf(required),
    properties: {
      ...propertiesOf(schema),
      revision: { type: 'integer', minimum: 0, description: 'That the change is based on; or say it as If-Match' },
      ...CONFIRMED,
      _method: { type: 'string', enum: ['PATCH'] },
    },
  };
}

/** The body of a document's command, which can request a prior-period adjustment. */
export function documentBody<Own extends TSchema>(
  schema: Own,
  title: string,
): TUnsafe<Static<Own> & Confirmed & { readonly prior_period?: boolean }>;
export function documentBody(schema: TSchema, title: string): TSchema {
  const { properties: _own, ...rest } = membersOf(schema);
  const requested = { prior_period: { type: 'boolean' }, ...CONFIRMED };
  return { ...rest, title, properties: { ...propertiesOf(schema), ...requested } };
}

/** For transitions without fields. */
export const EMPTY_BODY: TSchema = { type: 'object', additionalProperties: false, properties: {} };
