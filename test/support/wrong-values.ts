/** The fields of a schema, and bodies with the same kind of error in all fields. */
import { meant, type Schema } from './record-samples.ts';

export interface SchemaField {
  readonly name: string;
  readonly schema: Schema;
}

/** Every field, including those of nested objects and lists. */
export function fieldsIn(schema: Schema): SchemaField[] {
  const own = meant(schema);
  const inner = own.items ? fieldsIn(own.items) : [];
  const named = Object.entries(own.properties ?? {}).flatMap(([name, each]) => [
    { name, schema: meant(each) },
    // The values of a list have the list's name.
    ...(meant(each).items?.enum ? [{ name, schema: meant(each).items as Schema }] : []),
    ...fieldsIn(each),
  ]);
  const others = (own.anyOf ?? []).flatMap(fieldsIn);
  return [...named, ...inner, ...others];
}

export const WAYS = [
  'missing',
  'type',
  'nonsense',
  'large',
  'negative',
  'decimals',
  'day',
  'unknown',
  'empty',
] as const;
export type Way = (typeof WAYS)[number];

/** Text that a person typed, which an answer may contain. */
export const TYPED = 'colour';
const LONG = 'ن'.repeat(6000);
const LIST_MAX = 60;

/** A value with this kind of error, as far as the schema allows it. */
export function wrongValue(schema: Schema, way: Way): unknown {
  const own = meant(schema);
  if (own.properties !== undefined || own.type === 'object') return wrongGroup(own, way);
  if (own.type === 'array') return wrongList(own, way);
  if (own.type === 'string' || own.enum) return wrongText(own, way);
  if (own.type === 'boolean') return way === 'empty' ? null : 'perhaps';
  switch (way) {
    case 'large':
      return 9_000_000_000_000_000;
    case 'negative':
      return -1;
    case 'decimals':
      return 1.5;
    case 'empty':
      return null;
    default:
      return 'نادروست';
  }
}

function wrongGroup({ properties = {} }: Schema, way: Way): unknown {
  if (way === 'missing') return {};
  const wrong = Object.entries(properties).map(([name, each]) => [name, wrongValue(each, way)]);
  return { ...Object.fromEntries(wrong), ...(way === 'unknown' ? { [TYPED]: 1 } : {}) };
}

function wrongList({ items = {}, ...list }: Schema, way: Way): unknown {
  const { maxItems = 0 } = list as { readonly maxItems?: number };
  if (way === 'type') return 'نادروست';
  if (way === 'empty') return [];
  const one = wrongValue(items, way);
  return way === 'large' && maxItems > 0 && maxItems < LIST_MAX ? Array(maxItems + 1).fill(one) : [one, one];
}

function wrongText(schema: Schema, way: Way): unknown {
  const isNumber = ['x-money', 'x-quantity', 'x-rate', 'x-percent'].some((mark) => mark in schema);
  switch (way) {
    case 'type':
      return { group: 1 };
    case 'large':
      return isNumber ? '9'.repeat(20) : LONG;
    case 'negative':
      return '-1';
    case 'decimals':
      return '1.12345678';
    case 'day':
      return '2026-02-30';
    case 'empty':
      return '';
    default:
      return 'نادروست';
  }
}
