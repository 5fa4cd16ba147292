/** What a schema finds wrong with a body, as issues: one for each field, in the words of the message tables. */

import { numberTooLarge, textExceedsBound } from '../../domain/kernel/bounds.ts';
import { listOf, membersOf, textsOf } from '../../domain/kernel/members.ts';
import { type TextKind, unseenIn } from '../../domain/kernel/plain-text.ts';
import type { Issue } from '../../domain/kernel/refusal.ts';

/** An error as TypeBox gives it: JSON pointers and the keyword that failed. */
export interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Schema = Readonly<Record<string, unknown>>;

/** A document of 2,000 wrong lines, or a body of 100,000 unknown fields, is told of this many of them. */
export const ERRORS_MAX = 500;

/** `errors` are all of them: those of alternatives that were not meant (`or null`) are left out here. */
export function issuesOf(errors: readonly SchemaError[], schema: unknown, body: unknown): Issue[] {
  const issues = new Map<string, Issue>();
  const add = (issue: Issue): void => {
    if (issues.size < ERRORS_MAX && !issues.has(issue.field)) issues.set(issue.field, issue);
  };
  for (const error of errors) {
    const field = fieldOf(error.instancePath);
    switch (error.keyword) {
      case 'required':
        for (const name of textsOf(error.params['requiredProperties']))
          add({ field: join(field, name), message: 'required' });
        break;
      case 'additionalProperties':
        for (const name of textsOf(error.params['additionalProperties'])) {
          add({ field: join(field, name), message: 'unknown_field' });
        }
        break;
      case 'anyOf':
      case 'boolean':
        break;
      default:
        if (error.params['type'] !== 'null')
          add(issueOf(error, field, membersOf(at(schema, error.schemaPath)), at(body, error.instancePath)));
    }
  }
  return [...issues.values()];
}

function issueOf(error: SchemaError, field: string, schema: Schema, value: unknown): Issue {
  const { params } = error;
  const limit = { value: String(params['limit'] ?? '') };
  switch (error.keyword) {
    case 'minimum':
      return isId(schema) ? { field, message: 'id_must_be_integer' } : { field, message: 'min', params: limit };
    case 'maximum':
      return { field, message: 'max', params: limit };
    case 'minLength':
    case 'minItems':
      // A list may say in its own words that it must not be empty.
      if (limit.value === '1') return { field, message: String(schema['x-empty'] ?? 'required') };
      return { field, message: 'min_length', params: limit };
    case 'maxLength':
      return { field, message: 'max_length', params: limit };
    case 'maxItems':
      return { field, message: 'max_items', params: limit };
    case 'uniqueItems':
      return { field, message: 'unique' };
    case 'enum':
      return { field, message: 'one_of', params: { values: listOf(schema['enum']).join(', ') } };
    case 'format':
      return { field, message: String(params['format']) };
    case 'pattern':
      if (isNumber(schema) && typeof value === 'string' && textExceedsBound(value)) return numberTooLarge(field);
      return { field, ...patternMessage(schema, value) };
    default:
      // Nothing where something must be.
      if (value === null) return { field, message: 'required' };
      return { field, message: isId(schema) ? 'id_must_be_integer' : `must_be_${typeName(params['type'], schema)}` };
  }
}

const ID_MAX = 2_147_483_647;
const isId = (schema: Schema): boolean =>
  schema['type'] === 'integer' && (schema['maximum'] === ID_MAX || 'x-lookup' in schema);

const isNumber = (schema: Schema): boolean => ['x-money', 'x-quantity', 'x-rate'].some((name) => name in schema);

/** A text that should be an amount is not told about patterns, but what it should be. */
function patternMessage(
  schema: Schema,
  value: unknown,
): { message: string; params?: Readonly<Record<string, string>> } {
  if (schema['x-date']) return { message: 'date' };
  if (schema['x-time']) return { message: 'time' };
  const unseen =
    typeof value === 'string' && schema['x-text'] ? unseenIn(value, schema['x-text'] as TextKind) : undefined;
  if (unseen) return unseen;
  if (!isNumber(schema) && !('x-percent' in schema))
    return { message: typeof value === 'string' && value.trim() !== '' ? 'must_be_valid' : 'required' };
  if (typeof value === 'string' && /^-\d/.test(value)) return { message: 'min', params: { value: '0' } };
  if (schema['x-percent']) return { message: 'must_be_percent' };
  return { message: `must_be_${'x-quantity' in schema ? 'quantity' : 'x-rate' in schema ? 'rate' : 'amount'}` };
}

/** Amounts and quantities travel as text, so "a text" would mislead. */
function typeName(type: unknown, schema: Schema): string {
  for (const name of ['money', 'quantity', 'rate', 'percent', 'date', 'time']) {
    if (`x-${name}` in schema) return name === 'money' ? 'amount' : name;
  }
  return String(type ?? 'valid');
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function segments(pointer: string): string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const fieldOf = (pointer: string): string => segments(pointer).join('.');

/** Undefined for what is not there. */
function at(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of segments(pointer)) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
    value = isThere ? membersOf(value)[segment] : undefined;
  }
  return value;
}
