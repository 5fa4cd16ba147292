/**
 * Replaces the wrong fields of a body by valid values, so that the decider's rules are checked too and all problems
 * are reported at once. Undefined where a field has no such value.
 */

import type { TSchema } from 'typebox';
import { membersOf, objectsOf, textsOf } from '../../domain/kernel/members.ts';
import { validatorOf } from './validation.ts';

/** Objects and lists of a copied body, which are changed where they stand. */
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

/** Compiled once: a wrong body must cost no more than a right one. */
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
    return isFields(child) && repair(meant(membersOf(inner)), child, rest);
  }
  const isOptional = !textsOf(schema['required']).includes(name);
  if (isOptional && !Array.isArray(parent)) return delete parent[name];
  const value = harmless(membersOf(inner));
  if (value === undefined) return false;
  parent[name] = value;
  return true;
}

/** Names come from the body, and one with a dot is taken for a path: nothing that an object inherits is reached by them. */
const own = (of: Fields | undefined, name: string): unknown =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;

/** Of a value that may be null, what it is when it is not. */
function meant(schema: Schema): Schema {
  return objectsOf(schema['anyOf']).find((alternative) => alternative['type'] !== 'null') ?? schema;
}

const NOBODYS_ID = 2_147_483_647;

function harmless(given: Schema): unknown {
  const schema = meant(given);
  if (schema['x-quantity'] || schema['x-rate']) return '1';
  if (schema['x-money'] || schema['x-percent']) return '0';
  if (schema['x-date']) return '2000-01-01';
  if (schema['type'] === 'integer') return 'x-lookup' in schema ? NOBODYS_ID : (schema['minimum'] ?? 0);
  if (schema['type'] === 'boolean') return false;
  // What is refused about it is about a field that is wrong already.
  if (schema['x-text']) return schema['format'] === 'email' ? 'nobody@example.invalid' : 'x';
  return undefined;
}
