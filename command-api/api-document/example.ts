/** Builds the example of an operation from its schema, deterministically. */
import { defined } from '../../domain/values/defined.ts';
import { textsOf } from '../../domain/values/members.ts';
import { isSchema, type Schema } from './plain-schema.ts';

/** Resolves `#/components/schemas/Sale` to its schema. */
export type Resolve = (ref: string) => Schema;

/** Sample texts for fields with a pattern; the first match is used. */
const TEXTS = [
  '10',
  '2026-03-10',
  '2026-03-10T06:30:00.000Z',
  '09:30',
  '1',
  'true',
  'sales',
  'sale-12',
  'customer-1',
  '/sales/sales',
  '?page=1',
  'x',
  'IQ',
  'IQD',
  '2b1f0c9e8d7a6b5c4d3e2f1a0b9c8d7e',
  '4096',
  'S-',
  'sales/index',
  'ali@example.com',
  '+9647501234567',
  '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
  '7f3c1a52-9b0e-4d6c-8a1b-2c3d4e5f6a7b',
];

const DEPTH_MAX = 6;

export function exampleOf(schema: Schema, resolve: Resolve, name = '', depth = 0): unknown {
  const { $ref, examples, enum: values, anyOf, oneOf, type } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (typeof $ref === 'string') return exampleOf({ ...resolve($ref), ...onlyLookup(schema) }, resolve, name, depth);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(values)) return values[0];
  const { allOf } = schema;
  if (Array.isArray(allOf)) {
    return Object.assign({}, ...allOf.map((value) => (isSchema(value) ? exampleOf(value, resolve, name, depth) : {})));
  }
  const choices = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(choices)) {
    const [first = {}] = depth >= DEPTH_MAX ? choices.filter(isNull) : choices;
    return exampleOf(isSchema(first) ? first : {}, resolve, name, depth);
  }
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return objectExample(schema, resolve, depth);
    case 'array':
      return listExample(schema, resolve, name, depth);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case 'string':
      return textExample(schema, name);
    default:
      return null;
  }
}

const isNull = (schema: unknown): boolean => isSchema(schema) && schema['type'] === 'null';
const onlyLookup = (schema: Schema): Schema => ('x-lookup' in schema ? { 'x-lookup': schema['x-lookup'] } : {});

/** Required fields, and optional ones while the example is short. */
function objectExample(schema: Schema, resolve: Resolve, depth: number): unknown {
  const { properties, required = [], additionalProperties } = schema;
  if (!isSchema(properties)) {
    if (!isSchema(additionalProperties)) return {};
    return { name: exampleOf(additionalProperties, resolve, 'name', depth + 1) };
  }
  const isAsked = (field: string) => textsOf(required).includes(field);
  const shown = Object.entries(properties).filter(
    ([field, inner]) => isAsked(field) || (isSchema(inner) && isShort(inner, resolve) && depth < 2),
  );
  return Object.fromEntries(
    shown.map(([field, inner]) => [field, isSchema(inner) ? exampleOf(inner, resolve, field, depth + 1) : null]),
  );
}

function isShort(schema: Schema, resolve: Resolve): boolean {
  const { $ref, anyOf, type } = schema;
  if (typeof $ref === 'string') return isShort(resolve($ref), resolve);
  if (Array.isArray(anyOf)) return anyOf.every((value) => isSchema(value) && isShort(value, resolve));
  return type !== 'array' && type !== 'object';
}

function listExample(schema: Schema, resolve: Resolve, name: string, depth: number): unknown {
  const { items, minItems = 0 } = schema;
  if (!isSchema(items) || (depth >= DEPTH_MAX && minItems === 0)) return [];
  return [exampleOf(items, resolve, name, depth + 1)];
}

function numberExample({ minimum, exclusiveMinimum, maximum }: Schema): number {
  const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1;
  const wanted = Math.max(1, least);
  return typeof maximum === 'number' ? Math.min(wanted, maximum) : wanted;
}

function textExample(schema: Schema, name: string): string {
  const { pattern, format, minLength = 0, maxLength = 140 } = schema;
  if (format === 'uuid') return defined(TEXTS.at(-1));
  if (format === 'email') return 'ali@example.com';
  if (schema['x-date'] || (pattern === undefined && /(^|_)(date|day)$/.test(name))) return '2026-03-10';
  if (format === 'date-time' || (pattern === undefined && /_at$/.test(name))) return '2026-03-10T09:30:00.000Z';
  const words = name.replace(/_(name|fk)$/, '').replaceAll('_', ' ');
  const fits = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
  const isNumeric = ['x-money', 'x-quantity', 'x-rate', 'x-percent'].some((mark) => schema[mark]);
  const candidates = isNumeric || typeof pattern !== 'string' || words === '' ? TEXTS : [words, ...TEXTS];
  const plain = typeof pattern !== 'string' && !isNumeric ? [words, 'x'.repeat(Number(minLength))] : [];
  return [...plain, ...candidates].find(fits) ?? '';
}
