/**
 * Schemas that stand once under `#/components/schemas` and are referred to from wherever they are used: every object, by
 * its title or by where it stands (`SaleBody.lines` is a list of `SaleLineBody`), and the field types that all share.
 * What says the same is one component, whatever it would be called elsewhere.
 */
import { pascalOf, singularOf } from '../../domain/kernel/kind-words.ts';
import { contentOf, isSchema, type Schema } from './plain-schema.ts';

/** What a field adds to its type: it stands beside the reference. */
const BESIDE = ['x-lookup', 'x-currency', 'x-generate', 'x-empty', 'description'] as const;

/** Of names that end so, what is inside of them ends so too: `SaleBody`, `SaleLineBody`. */
const SUFFIX = /(Body|Row|Answer)$/;

export class Components {
  readonly #schemas = new Map<string, Schema>();
  readonly #names = new Map<string, string>();
  readonly #source = new Map<string, string>();
  readonly #placed = new WeakMap<Schema, Schema>();

  /** `plain`: of plain JSON; `name`: what an object at its top is called that has no title. Gives what stands in its place. */
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

  /** By name, in alphabetical order. */
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
    // Its place in the order is taken before what is inside of it.
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

  /** What is shared has a title; the rest is said in its place. */
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

/** The members of a list are called as one of it. */
const nameWithin = (field: string, schema: Schema): string =>
  isList(schema) ||
  (Array.isArray(schema['anyOf']) && schema['anyOf'].some((value) => isSchema(value) && isList(value)))
    ? singularOf(field)
    : field;

const isList = (schema: Schema): boolean => schema['type'] === 'array';

const ID_MAX = 2_147_483_647;

/** The name of a field type of `domain/kernel/fields.schema.ts`; undefined for what is said in its place. */
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
  if (schema['x-text'] === 'line') return `${minLength === 0 ? '' : 'Said'}Line${String(maxLength)}`;
  if (schema['x-text'] === 'lines') return `${minLength === 0 ? '' : 'Said'}Lines${String(maxLength)}`;
  return undefined;
}
