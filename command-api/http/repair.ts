/**
 * A body with its wrong fields replaced by harmless ones, so that the rules behind the schema can be asked too
 * and a person is told of everything at once. Where no value is harmless, nothing is asked.
 */
import type { TSchema } from 'typebox';
import { validatorOf } from './validation.ts';

type Fields = Record<string, unknown>;
type Schema = Readonly<Record<string, unknown>>;

export function repaired(schema: TSchema, body: unknown, wrong: readonly string[]): Fields | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const copy = structuredClone(body) as Fields;
  for (const path of wrong) if (!repair(schema as Schema, copy, path.split('.'))) return undefined;
  return 'value' in validatorOf(schema, true)(copy) ? copy : undefined;
}

function repair(schema: Schema, parent: Fields, [name = '', ...rest]: readonly string[]): boolean {
  const inner = Array.isArray(parent) ? schema['items'] : (schema['properties'] as Schema | undefined)?.[name];
  if (inner === undefined) return rest.length === 0 && delete parent[name];
  if (rest.length > 0) {
    const child = parent[name];
    return typeof child === 'object' && child !== null && repair(meant(inner as Schema), child as Fields, rest);
  }
  const isOptional = !((schema['required'] as string[] | undefined) ?? []).includes(name);
  if (isOptional && !Array.isArray(parent)) return delete parent[name];
  const value = harmless(inner as Schema);
  if (value === undefined) return false;
  parent[name] = value;
  return true;
}

/** Of a value that may be null, what it is when it is not. */
function meant(schema: Schema): Schema {
  const alternatives = schema['anyOf'] as Schema[] | undefined;
  return alternatives?.find((each) => each['type'] !== 'null') ?? schema;
}

const NOBODYS_ID = 2_147_483_647;

function harmless(given: Schema): unknown {
  const schema = meant(given);
  if (schema['x-quantity'] || schema['x-rate']) return '1';
  if (schema['x-money'] || schema['x-percent']) return '0';
  if (schema['x-date']) return '2000-01-01';
  if (schema['type'] === 'integer') return 'x-lookup' in schema ? NOBODYS_ID : ((schema['minimum'] as number) ?? 0);
  if (schema['type'] === 'boolean') return false;
  return undefined;
}
