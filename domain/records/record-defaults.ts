/** Default values of a record. */
import type { TSchema } from 'typebox';
import type { Json } from '../deciding/event.ts';
import { alternativesOf, propertiesOf } from '../schemas/schema-parts.ts';
import type { Members } from '../values/members.ts';

type Data = { readonly [field: string]: Json };

/** Null for each field declared with `Maybe`, overwritten by `declared`, in the order of the schema. */
export function defaultsOf(schema: TSchema, declared: Data = {}): Data {
  const fields = Object.entries(propertiesOf(schema));
  const nulls = Object.fromEntries(fields.filter(([, field]) => isNullable(field)).map(([name]) => [name, null]));
  const all = new Map<string, Json>(Object.entries({ ...nulls, ...declared }));
  const names = new Set([...fields.map(([name]) => name), ...all.keys()]);
  return Object.fromEntries([...names].flatMap((name) => (all.has(name) ? [[name, all.get(name) ?? null]] : [])));
}

const isNullable = (field: Members): boolean => alternativesOf(field)?.some(({ type }) => type === 'null') ?? false;
