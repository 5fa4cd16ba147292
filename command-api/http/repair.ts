/**
 * Replaces the wrong fields of a body by valid values, so that the decider's rules are checked too and all problems
 * are reported at once. Returns undefined when a field has no such value.
 */

import type { TSchema } from 'typebox';
import { withoutNull } from '../../domain/schemas/schema-parts.ts';
import { membersOf, textsOf } from '../../domain/values/members.ts';
import { validatorOf } from './validation.ts';

/** Objects and lists of the copied body, changed in place. */
type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
type Schema = Readonly<Record<string, unknown>>;

export function repaired(schema: TSchema, body: unknown, wrong: readonly string[]): Fields | undefined {
  if (Array.isArray(body)) return undefined;
  const copy: unknown = structuredClone(body);
  if (!isFields(copy)) return undefined;
  for (const path of wrong) if (!repair(membersOf(schema), copy, path.split('.'))) return undefined;
  return 'value' in validated(schema)(copy) ? copy : undefined;
}

const validators = new WeakMap<TSchema, ReturnType<typeof validatorOf>>();

/** Cached, so that a wrong body costs no more than a valid one. */
function validated(schema: TSchema): ReturnType<typeof validatorOf> {
  const known = validators.get(schema) ?? validatorOf(schema, true);
  validators.set(schema, known);
  return known;
}

function repair(schema: Schema, parent: Fields, [name = '', ...rest]: readonly string[]): boolean {
  const inner = Array.isArray(parent) ? schema['items'] : own(membersOf(schema['properties']), name);
  if (inner === undefined) return rest.length === 0 && delete parent[name];
  if (rest.length > 0) {
    const child = own(parent, name);
    return isFields(child) && repair(withoutNull(membersOf(inner)), child, rest);
  }
  const isOptional = !textsOf(schema['required']).includes(name);
  if (isOptional && !Array.isArray(parent)) return delete parent[name];
  const value = harmless(membersOf(inner));
  if (value === undefined) return false;
  parent[name] = value;
  return true;
}

/** Reads own properties only: names come from the body and must not reach inherited members. */
const own = (of: Fields | undefined, name: string): unknown =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;

const NOBODYS_ID = 2_147_483_647;

function harmless(given: Schema): unknown {
  const schema = withoutNull(given);
  if (schema['x-quantity'] || schema['x-rate']) return '1';
  if (schema['x-money'] || schema['x-percent']) return '0';
  if (schema['x-date']) return '2000-01-01';
  if (schema['type'] === 'integer') return 'x-lookup' in schema ? NOBODYS_ID : (schema['minimum'] ?? 0);
  if (schema['type'] === 'boolean') return false;
  // Refusals of the substitute are dropped, because the field is wrong already.
  if (schema['x-text']) return schema['format'] === 'email' ? 'nobody@example.invalid' : 'x';
  return undefined;
}
