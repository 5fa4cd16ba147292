/** Converts schemas of routes to JSON Schema 2020-12, without the extra members of validators. */

export type Schema = Readonly<Record<string, unknown>>;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose members are arbitrary names instead of keywords. */
const NAMED = new Set(['properties', 'patternProperties', 'default', 'examples', 'x-defaults']);

const copies = new WeakMap<object, unknown>();

/** A plain JSON copy; cached per schema. */
export function plain(schema: unknown): Schema {
  const copied = copyOnce(schema);
  if (!isSchema(copied)) throw new Error('a schema is an object');
  return copied;
}

function copyOnce(schema: unknown): unknown {
  if (!isSchema(schema)) return copy(schema, true);
  const known = copies.get(schema) ?? copy(schema, true);
  copies.set(schema, known);
  return known;
}

function copy(value: unknown, isKeywords: boolean): unknown {
  if (Array.isArray(value)) return value.map(copyOnce);
  if (!isSchema(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => inner !== undefined && !(isKeywords && name.startsWith('~')))
    .map(([name, inner]) => [name, isKeywords && NAMED.has(name) ? copy(inner, false) : copyOnce(inner)] as const);
  const copied = Object.fromEntries(entries);
  return isKeywords ? withTypes(withTypeOfEnum(withValues(copied))) : copied;
}

/** Converts a record type to `additionalProperties`, which client generators support. */
function withValues(schema: Schema): Schema {
  const { patternProperties, additionalProperties: _closed, ...rest } = schema;
  if (!isSchema(patternProperties)) return schema;
  const [[pattern, value] = ['', {}], ...others] = Object.entries(patternProperties);
  if (others.length > 0) return schema;
  const isAny = pattern === '^.*$';
  return { ...rest, ...(isAny ? {} : { propertyNames: { pattern } }), additionalProperties: value };
}

function withTypeOfEnum(schema: Schema): Schema {
  const { enum: values, type } = schema;
  if (!Array.isArray(values) || type !== undefined) return schema;
  const types = new Set(values.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)));
  const [only] = types;
  return types.size === 1 && only !== 'object' ? { type: only, ...schema } : schema;
}

/** Converts a union of plain types to a list of types. */
function withTypes(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || 'type' in rest) return schema;
  const types = anyOf.map((value) =>
    isSchema(value) && Object.keys(value).join() === 'type' ? value['type'] : undefined,
  );
  return types.every((type) => typeof type === 'string') ? { type: types, ...rest } : schema;
}

/** A canonical text: equal for schemas with equal content in any order. */
export function contentOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(contentOf).join(',')}]`;
  if (!isSchema(value)) return JSON.stringify(value) ?? 'null';
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${contentOf(value[name])}`)
    .join(',')}}`;
}
