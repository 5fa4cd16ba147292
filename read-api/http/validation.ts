/** Validates parameters and bodies and reports all errors at once; coerces and drops nothing. */

import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { listOf, membersOf, textsOf } from '../../domain/values/members.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import { lazily, writeAnswersAsTheyAre } from '../../identity/machine/lazy-compilation.ts';

/** 400: an unknown parameter, or a value that the parameter does not allow. */
export class BadQuery extends Error {
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super(issues.map(({ field, message }) => `${field} ${message}`).join('; '));
    this.name = 'BadQuery';
    this.issues = issues;
  }
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function registerValidation(app: FastifyInstance): void {
  const compiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
    lazily(() => validatorOf(schema, httpPart ?? 'querystring'));
  app.setValidatorCompiler(compiler);
  writeAnswersAsTheyAre(app);
}

function validatorOf(schema: TSchema, part: string): (value: unknown) => { value: unknown } | { error: Error } {
  const validator = Compile(schema);
  const isBody = part === 'body';
  return (value) => {
    const errors = validator.Check(value)
      ? [...unreadable(value), ...(isBody ? [] : backwards(value))]
      : issuesOf(validator.Errors(value), isBody);
    if (errors.length === 0) return { value };
    // An invalid identifier in the path gets the same error as in a command.
    const isOfId = part === 'params' && errors.every(({ message }) => message === 'id_must_be_integer');
    return { error: isBody || isOfId ? new Refusal('validation', errors) : new BadQuery(errors) };
  };
}

/** Errors name a parameter as the address does. */
export const notValid = (parameter: string): Issue => ({
  field: parameter,
  message: 'parameter_not_valid',
  params: { parameter },
});

/** PostgreSQL's text type cannot hold U+0000. */
function unreadable(value: unknown): Issue[] {
  return Object.entries(value ?? {})
    .filter(([, text]) => typeof text === 'string' && text.includes('\u0000'))
    .map(([field]) => notValid(field));
}

/** The reports' names for the last day of a period. */
const LAST_DAYS = ['as_at', 'to'];

function backwards(value: unknown): Issue[] {
  const { from, ...query } = membersOf(value);
  return LAST_DAYS.filter((name) => endsBefore(from, query[name])).map((field) => ({
    field,
    message: 'end_date_after_start_date',
  }));
}

/** A period of one day is valid. */
const endsBefore = (from: unknown, to: unknown): boolean =>
  typeof from === 'string' && typeof to === 'string' && from !== '' && to !== '' && to < from;

/** Largest number of errors in one answer. */
const ERRORS_MAX = 500;

function issuesOf(errors: readonly SchemaError[], isBody: boolean): Issue[] {
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    for (const issue of issueOf(error, isBody)) {
      if (issues.size < ERRORS_MAX && !issues.has(issue.field)) issues.set(issue.field, issue);
    }
  }
  return issues.size > 0 ? [...issues.values()] : [{ field: '', message: 'malformed_request' }];
}

function issueOf({ keyword, instancePath, message, params }: SchemaError, isBody: boolean): readonly Issue[] {
  const field = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  switch (keyword) {
    case 'boolean':
      return [];
    case 'additionalProperties':
      return textsOf(params['additionalProperties']).map((name) => ({ field: name, message: 'unknown_field' }));
    case 'required':
      return textsOf(params['requiredProperties']).map((name) => ({ field: name, message: 'required' }));
    case 'enum':
      return [{ field, message: 'one_of', params: { values: listOf(params['allowedValues']).join(', ') } }];
    case 'maxLength':
      return [{ field, message: 'max_length', params: { value: String(params['limit']) } }];
    case '~refine':
      return [{ field, message }];
    default:
      if (field === 'id' || field.endsWith('_fk')) return [{ field, message: 'id_must_be_integer' }];
      return [isBody ? { field, message: 'must_be_valid' } : notValid(field)];
  }
}
