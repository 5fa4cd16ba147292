/**
 * Collects schemas under `#/components/schemas`, so that each is defined once and referenced everywhere: every object,
 * named by its title or by its place (`SaleBody.lines` is a list of `SaleLineBody`), and the common field types.
 * Schemas with equal content are one component, whatever their names.
 */
import { pascalOf, singularOf } from '../../domain/values/kind-words.ts';
import { contentOf, isSchema, type Schema } from './plain-schema.ts';

/** Annotations of a single field, which are placed beside the reference. */
const BESIDE = ['x-lookup', 'x-currency', 'x-generate', 'x-empty', 'description'] as const;

/** Suffixes that nested names inherit: `SaleBody`, `SaleLineBody`. */
const SUFFIX = /(Body|Row|Answer)$/;

export class Components {
  readonly #schemas = new Map<string, Schema>();
  readonly #names = new Map<string, string>();
  readonly #source = new Map<string, string>();
  readonly #placed = new WeakMap<Schema, Schema>();

  /**
   * `plain` is plain JSON; `name` names a top-level object without a title. Returns the schema or the reference that
   * replaces it.
   */
  add(plain: Schema, name: string): Schema {
    const field = fieldType(plain);
    if (field) return this.#field(plain, field);
    if (!isSchema(plain['properties'])) return this.#inside(plain, name);
    const { title, ...own } = plain;
    const isTitle = typeof title === 'string';
    const placed = this.#placed.get(plain) ?? this.#object(own, isTitle ? title : name, isTitle);
    this.#placed.set(plain, placed);
    return placed;
  }

  /** Sorted by name. */
  all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  get(name: string): Schema {
    return this.#schemas.get(name) ?? {};
  }

  #object(own: Schema, wanted: string, isTitle: boolean): Schema {
    const content = contentOf(own);
    const known = this.#names.get(content);
    if (known !== undefined) return refTo(known);
    if (isTitle && this.#schemas.has(wanted)) {
      throw new Error(`two schemas are titled ${wanted}: ${this.#source.get(wanted)} and ${content}`);
    }
    const name = this.#free(wanted);
    this.#names.set(content, name);
    this.#source.set(name, content);
    // Reserves its position in the order before its parts are added.
    this.#schemas.set(name, {});
    this.#schemas.set(name, this.#inside(own, name));
    return refTo(name);
  }

  #inside(schema: Schema, name: string): Schema {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, this.#keyword(keyword, value, name)]),
    );
  }

  #keyword(keyword: string, value: unknown, name: string): unknown {
    if (keyword === 'properties' && isSchema(value)) {
      const [suffix = ''] = SUFFIX.exec(name) ?? [];
      const stem = name.slice(0, name.length - suffix.length);
      return Object.fromEntries(
        Object.entries(value).map(([field, inner]) => [
          field,
          isSchema(inner) ? this.add(inner, `${stem}${pascalOf(nameWithin(field, inner))}${suffix}`) : inner,
        ]),
      );
    }
    if ((keyword === 'items' || keyword === 'additionalProperties') && isSchema(value)) return this.add(value, name);
    if (keyword === 'allOf' && Array.isArray(value)) {
      return value.map((entry) => (isSchema(entry) ? this.#part(entry, name) : entry));
    }
    if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value)) {
      return value.map((entry) => (isSchema(entry) ? this.add(entry, name) : entry));
    }
    return value;
  }

  /** Objects with a title become components; other schemas are inlined. */
  #part(schema: Schema, name: string): Schema {
    return 'title' in schema ? this.add(schema, name) : this.#inside(schema, name);
  }

  #field(schema: Schema, name: string): Schema {
    const beside = Object.fromEntries(
      BESIDE.filter((candidate) => candidate in schema).map((value) => [value, schema[value]]),
    );
    const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !(keyword in beside)));
    const content = contentOf(own);
    const known = this.#names.get(content);
    if (known === undefined) {
      if (this.#schemas.has(name)) return schema;
      this.#names.set(content, name);
      this.#schemas.set(name, own);
    }
    return { ...refTo(known ?? name), ...beside };
  }

  #free(wanted: string): string {
    if (!this.#schemas.has(wanted)) return wanted;
    let count = 2;
    while (this.#schemas.has(`${wanted}${count}`)) count += 1;
    return `${wanted}${count}`;
  }
}

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Objects in a list are named in the singular. */
const nameWithin = (field: string, schema: Schema): string =>
  isList(schema) ||
  (Array.isArray(schema['anyOf']) && schema['anyOf'].some((value) => isSchema(value) && isList(value)))
    ? singularOf(field)
    : field;

const isList = (schema: Schema): boolean => schema['type'] === 'array';

const ID_MAX = 2_147_483_647;

/** The name of a field type of `domain/schemas/fields.schema.ts`; undefined for schemas that are inlined. */
function fieldType(schema: Schema): string | undefined {
  const { type, minimum, maximum, minLength = 0, maxLength = '', pattern } = schema;
  if (type === 'integer') return minimum === 1 && maximum === ID_MAX ? 'Id' : undefined;
  if (type !== 'string' || typeof pattern !== 'string') return undefined;
  const signed = pattern.startsWith('^-?') ? 'Signed' : '';
  if (schema['x-money']) return `${signed}Amount`;
  if (schema['x-quantity']) return `${signed}Quantity`;
  if (schema['x-rate']) return 'Rate';
  if (schema['x-percent']) return 'Percent';
  if (schema['x-date']) return 'Day';
  if (schema['x-time']) return 'Time';
  const said = pattern.startsWith('^(?=') ? 'NonBlank' : minLength === 0 ? '' : 'Said';
  if (schema['x-text'] === 'line') return `${said}Line${String(maxLength)}`;
  if (schema['x-text'] === 'lines') return `${said}Lines${String(maxLength)}`;
  return undefined;
}
