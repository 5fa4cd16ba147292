/**
 * Bodies of records generated from their schemas, for tests of every declared record: a new record is tested without
 * further code. Rules that a schema cannot express (a unit must belong to the item) are here.
 */

import type { RecordData, RecordDeclaration } from '../../domain/records/record.ts';
import { records } from '../../domain/registry/records.ts';
import { enteredSchema } from '../../domain/schemas/schema-parts.ts';
import { dayAfter, type EffectiveDate } from '../../domain/values/effective-date.ts';

export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly [mark: `x-${string}`]: unknown;
}

/** The source of a sample's references. */
export interface Source {
  /** The id of an existing record of this resource. */
  reference(resource: string): Promise<number>;
  /** The id of an uploaded picture. */
  picture(): Promise<string>;
  /** The day after the last financial year, because years must have no gap. Default 2027. */
  dayAfterYears?(): Promise<EffectiveDate>;
}

export const recordOf = (resource: string): RecordDeclaration => {
  const found = records.find((record) => record.resource === resource);
  if (!found) throw new Error(`no record ${resource}`);
  return found;
};

/** The schema of a nullable value without null. */
export function meant(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const one = anyOf?.find((candidate) => candidate.type !== 'null');
  return one ? { ...rest, ...one } : schema;
}

export const fieldsOf = (declaration: RecordDeclaration): Readonly<Record<string, Schema>> =>
  (enteredSchema(declaration.schema) as unknown as Schema).properties ?? {};
export const requiredOf = (declaration: RecordDeclaration): readonly string[] =>
  (declaration.schema as unknown as Schema).required ?? [];

/** The required fields, with texts made unique by `n`. */
export async function sampleOf(declaration: RecordDeclaration, source: Source, n: number): Promise<RecordData> {
  const own = (await OWN[declaration.kind]?.(source, n)) ?? {};
  const body: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fieldsOf(declaration))) {
    if (name in own || !requiredOf(declaration).includes(name)) continue;
    body[name] = await sampleValue(meant(schema), source, name, n);
  }
  return { ...body, ...own } as RecordData;
}

/** A valid value of this schema. */
export async function sampleValue(schema: Schema, source: Source, name: string, n: number): Promise<unknown> {
  if (typeof schema['x-lookup'] === 'string') return source.reference(schema['x-lookup']);
  if (schema['x-attachment']) return [await source.picture()];
  if (schema.enum) return schema.enum[0];
  if (schema['x-date']) return '2026-03-01';
  if (schema['x-time']) return '09:30';
  if (schema['x-rate']) return String(1400 + n);
  if (schema['x-percent']) return '5';
  if (schema['x-money'] || schema['x-quantity']) return '10';
  if (schema.format === 'email') return `sample${n}@example.com`;
  switch (schema.type) {
    case 'boolean':
      return true;
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'array':
      return schema.items ? [await sampleValue(schema.items, source, name, n)] : [];
    case 'object':
      return Object.fromEntries(
        await Promise.all(
          Object.entries(schema.properties ?? {})
            .filter(([each]) => schema.required?.includes(each))
            .map(async ([each, inner]) => [each, await sampleValue(meant(inner), source, each, n)] as const),
        ),
      );
    default:
      return sampleText(schema, name, n);
  }
}

const sampleText = ({ pattern, maxLength = 140 }: Schema, name: string, n: number): string => {
  if (pattern === '^[A-Z]{2}$') return String.fromCharCode(65 + (Math.floor(n / 26) % 26), 65 + (n % 26));
  if (maxLength <= 12) return `s${n}`.slice(0, maxLength);
  return `${name.replace(/_(name|fk)$/, '').replaceAll('_', ' ')} ${n}`.slice(0, maxLength);
};

const unitOfItem = async (source: Source) => ({
  item_fk: await source.reference('items'),
  unit_fk: await source.reference('units'),
});
const otherGoods = async (source: Source) => ({
  item_fk: await source.reference('items#other'),
  unit_fk: await source.reference('units'),
});

/** Values that the rules of a record require beyond its schema. */
const OWN: Readonly<Record<string, (source: Source, n: number) => Promise<Readonly<Record<string, unknown>>>>> = {
  // An active user needs a role, an outlet and credentials.
  user: async () => ({ status: 'inactive' }),
  item: async (source, n) => ({
    item_units: [
      {
        unit_fk: await source.reference('units'),
        base_unit_qty: '1',
        is_base: true,
        is_default: true,
        sale_price: '1000',
        barcodes: [`B${n}`],
      },
    ],
  }),
  raw_material: (source) => unitOfItem(source),
  mixture: async (source) => ({
    ...(await otherGoods(source)),
    quantity: '1',
    lines: [{ raw_material_fk: await source.reference('raw_materials'), quantity: '2' }],
  }),
  collection: async (source) => ({
    ...(await otherGoods(source)),
    lines: [{ ...(await unitOfItem(source)), quantity: '2' }],
  }),
  promotion: async () => ({
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    minimum_amount: '1000',
    reward_type: 'get_discount',
    reward_percentage: '5',
  }),
  financial_year: async (source) => {
    const first = (await source.dayAfterYears?.()) ?? ('2027-01-01' as EffectiveDate);
    return { start_date: first, end_date: dayAfter(first) };
  },
  role: async () => ({ permissions: ['brands/index'] }),
  online_customer: async (_source, n) => ({ mobile: String(7_700_000_000 + n) }),
  mobile_section: async (source) => ({ items: [await source.reference('items')] }),
};
