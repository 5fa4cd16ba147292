/** Converts the JSON schema of a body to field specifications of a form. */
import type { JsonSchema } from '../api/record.ts';

export type ControlKind =
  | 'text'
  | 'long_text'
  | 'money'
  | 'quantity'
  | 'percent'
  | 'rate'
  | 'date'
  | 'whole'
  | 'check'
  | 'secret'
  | 'select'
  | 'time_zone'
  | 'lookup'
  | 'lookups'
  | 'tags'
  | 'choices'
  | 'permissions'
  | 'pictures'
  | 'rows';

export interface FieldSpec {
  readonly name: string;
  readonly control: ControlKind;
  /** Required: shows the asterisk. */
  readonly required: boolean;
  readonly nullable: boolean;
  readonly schema: JsonSchema;
  /** `lookup` and `lookups`: the resource. */
  readonly resource?: string;
  /** `select` and `choices`: the values. */
  readonly options?: readonly string[];
  /** `select`: the values are sent as numbers. */
  readonly codes?: boolean;
  /** `rows`: the fields of one row. */
  readonly fields?: readonly FieldSpec[];
}

const LONG_TEXT = 200;

/** Values of numeric codes (`cash_type`: 1, 2, 3). */
export type Choices = Readonly<Record<string, readonly number[]>>;

/** The fields of a body in the order of its schema. */
export function fieldSpecs(body: JsonSchema, choices: Choices = {}): readonly FieldSpec[] {
  const required = new Set(body.required ?? []);
  return Object.entries(body.properties ?? {}).map(([name, schema]) => {
    const spec = fieldSpec(name, schema, required.has(name));
    const codes = choices[name];
    return codes ? { ...spec, control: 'select', options: codes.map(String), codes: true } : spec;
  });
}

function fieldSpec(name: string, given: JsonSchema, inBody: boolean): FieldSpec {
  const { schema, nullable } = unwrap(given);
  const control = controlOf(schema);
  const resource = schema['x-lookup'] ?? given['x-lookup'] ?? schema.items?.['x-lookup'];
  return {
    name,
    control,
    // A check box always has a value; a list is required when it may not be empty.
    required: inBody && !nullable && control !== 'check' && (schema.type !== 'array' || (schema.minItems ?? 0) > 0),
    nullable,
    schema,
    ...(resource ? { resource } : {}),
    ...(control === 'select' ? { options: optionsOf(schema) } : {}),
    ...(control === 'choices' && schema.items ? { options: optionsOf(schema.items) } : {}),
    ...(control === 'rows' && schema.items ? { fields: fieldSpecs(schema.items) } : {}),
  };
}

/** A nullable field is a union with null. */
function unwrap(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const others = schema.anyOf?.filter((jsonSchema) => jsonSchema.type !== 'null');
  if (!others || others.length === schema.anyOf?.length) return { schema, nullable: false };
  const { anyOf: _anyOf, ...rest } = schema;
  return { schema: others.length === 1 ? { ...rest, ...others[0] } : { ...rest, anyOf: others }, nullable: true };
}

function optionsOf(schema: JsonSchema): readonly string[] {
  const values = schema.enum ?? schema.anyOf?.map((jsonSchema) => jsonSchema.const) ?? [];
  return values.filter((value) => typeof value === 'string');
}

function controlOf(schema: JsonSchema): ControlKind {
  if (schema['x-lookup']) return 'lookup';
  if (optionsOf(schema).length > 0) return 'select';
  if (schema['x-permissions']) return 'permissions';
  if (schema['x-attachment']) return 'pictures';
  if (schema['x-money']) return 'money';
  if (schema['x-quantity']) return 'quantity';
  if (schema['x-percent']) return 'percent';
  if (schema['x-rate']) return 'rate';
  if (schema['x-date']) return 'date';
  if (schema['x-secret']) return 'secret';
  if (schema['x-time-zone']) return 'time_zone';
  if (schema.type === 'boolean') return 'check';
  if (schema.type === 'integer') return 'whole';
  if (schema.items?.['x-lookup']) return 'lookups';
  if (schema.items && optionsOf(schema.items).length > 0) return 'choices';
  if (schema.type === 'array') return schema.items?.type === 'object' ? 'rows' : 'tags';
  return (schema.maxLength ?? 0) > LONG_TEXT ? 'long_text' : 'text';
}

/** Number of decimals of each control. */
export const DECIMALS: Readonly<Partial<Record<ControlKind, number>>> = { money: 4, percent: 4, rate: 4, quantity: 6 };
