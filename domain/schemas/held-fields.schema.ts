/**
 * Types of fields that the server sets, by their names: one name has one type everywhere (docs/decisions/0005). The
 * default is an optional text; numbers and flags are listed here.
 */

import { type TSchema, Type } from 'typebox';
import { membersOf } from '../values/members.ts';
import { Nullable } from './fields.schema.ts';
import { alternativesOf, itemsOf, propertiesOf } from './schema-parts.ts';

type Properties = Readonly<Record<string, TSchema>>;

const WHOLE = new Set(
  `line_id account_type payments_before from_account_type to_account_type safe_account_type change_account_type counted_by
  receipt closing
  closings month_number times account accepted_minutes decimals reminder_level step turn id payment_terms_days
  warranty_months useful_life_months`.split(/\s+/),
);
const FLAGS = new Set(['standing', 'tax_recoverable', 'reserves', 'awaits_delivery', 'goods_came_back']);

const isWhole = (name: string): boolean => WHOLE.has(name) || /_(fk|id)$/.test(name);
const isFlag = (name: string): boolean => FLAGS.has(name) || /^(is|has|may)_/.test(name);
const isDay = (name: string): boolean => /(^|_)(date|day)$/.test(name);

const INTEGER = Type.Optional(Nullable(Type.Integer()));
const BOOLEAN = Type.Optional(Nullable(Type.Boolean()));
const DAY = Type.Optional(Nullable(Type.String({ 'x-date': true })));
const TEXT = Type.Optional(Nullable(Type.String()));

/** The type of an optional field by its name: a whole number, a flag, a day or a text. */
export function typeOfField(name: string): TSchema {
  if (isWhole(name)) return INTEGER;
  if (isFlag(name)) return BOOLEAN;
  return isDay(name) ? DAY : TEXT;
}

/** Optional fields by their names, separated by spaces; `more` are fields with nested fields. */
export function fields(names: string, more: Properties = {}): Record<string, TSchema> {
  const own = names.split(/\s+/).filter((name) => name !== '');
  return Object.fromEntries([
    ...own.map((name) => [name, typeOfField(name)] as const),
    ...Object.entries(more).map(([name, schema]) => [name, Type.Optional(schema)] as const),
  ]);
}

export const object = (names: string, more: Properties = {}): TSchema => Nullable(Type.Object(fields(names, more)));
export const list = (names: string, more: Properties = {}): TSchema =>
  Nullable(Type.Array(Type.Object(fields(names, more))));

/** The answer's form of the fields of a body: all are optional, and `x_name` is added beside every `x_fk`. */
export function shownFields(given: Properties): Record<string, TSchema> {
  const shown: Record<string, TSchema> = Object.create(null);
  for (const [name, schema] of Object.entries(given)) {
    if (membersOf(schema)['x-secret']) continue;
    shown[name] = Type.Optional(shownValue(schema));
    if (name.endsWith('_fk')) shown[`${name.slice(0, -3)}_name`] ??= TEXT;
    if (name === 'document') shown['document_number'] = TEXT;
  }
  return shown;
}

function shownValue(schema: TSchema): TSchema {
  const { anyOf: _anyOf, items: _items, properties, title: _title, ...own } = membersOf(schema);
  const [items, alternatives] = [itemsOf(schema), alternativesOf(schema)];
  if (alternatives) return { ...own, anyOf: alternatives.map(shownValue) };
  if (items) return { type: 'array', items: shownValue(items) };
  if (properties) return Type.Object(shownFields(propertiesOf(schema)));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !LIMITS.has(keyword)));
}

/** Limits that are removed: stored values may be older than the limits of their field. */
const LIMITS: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'x-empty']);

/**
 * The fields of both schemas; where both have a list or an object of the same name, the fields of the two are merged.
 */
export function together(first: Properties, second: Properties): Record<string, TSchema> {
  const all: Record<string, TSchema> = { ...first };
  for (const [name, schema] of Object.entries(second)) {
    const before = first[name];
    all[name] = before === undefined ? schema : Type.Optional(joined(before, schema));
  }
  return all;
}

function joined(first: TSchema, second: TSchema): TSchema {
  const [a, b] = [inner(first), inner(second)];
  if (!hasFields(a) || !hasFields(b)) return second;
  const both = Type.Object(together(propertiesOf(a), propertiesOf(b)));
  return isList(first) ? Nullable(Type.Array(both)) : Nullable(both);
}

const hasFields = (schema: TSchema): boolean => 'properties' in schema;

/** The schema of an object or of a list's elements, without null. */
function inner(schema: TSchema): TSchema {
  const meant = alternativesOf(schema)?.find((candidate) => candidate['type'] !== 'null');
  if (meant) return inner(meant);
  const items = itemsOf(schema);
  return items ? inner(items) : schema;
}

function isList(schema: TSchema): boolean {
  return itemsOf(schema) !== undefined || (alternativesOf(schema) ?? []).some(isList);
}
