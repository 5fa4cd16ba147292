/** Converts schema errors of a body to issues: one per field, with keys of the message tables. */

import { numberTooLarge, textExceedsBound } from '../../domain/schemas/bounds.ts';
import { listOf, membersOf, textsOf } from '../../domain/values/members.ts';
import { type TextKind, unseenIn } from '../../domain/values/plain-text.ts';
import type { Issue } from '../../domain/values/refusal.ts';

/** An error of TypeBox: JSON pointers and the failed keyword. */
export interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Schema = Readonly<Record<string, unknown>>;

/** Maximum number of reported errors, for documents with thousands of wrong lines. */
export const ERRORS_MAX = 500;

/** `errors` are all schema errors; errors of alternatives such as `or null` that do not apply are left out. */
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
      // A list may have its own message for being empty.
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
      // Null in a required field.
      if (value === null) return { field, message: 'required' };
      return { field, message: isId(schema) ? 'id_must_be_integer' : `must_be_${typeName(params['type'], schema)}` };
  }
}

const ID_MAX = 2_147_483_647;
const isId = (schema: Schema): boolean =>
  schema['type'] === 'integer' && (schema['maximum'] === ID_MAX || 'x-lookup' in schema);

const isNumber = (schema: Schema): boolean => ['x-money', 'x-quantity', 'x-rate'].some((name) => name in schema);

/** The message for an amount names the expected format instead of a pattern. */
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

/** Amounts and quantities are texts in JSON, so "a text" would mislead. */
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

/** Undefined when the pointer leads nowhere. */
function at(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of segments(pointer)) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
    value = isThere ? membersOf(value)[segment] : undefined;
  }
  return value;
}
