/** Converts between the API's bodies and a form's values: controls hold texts, so null is an empty text in a form. */
import { isObject, listOf, membersOf } from '../../../domain/values/members.ts';
import type { RecordData } from '../api/record.ts';
import type { ControlKind, FieldSpec } from './field-spec.ts';

export type FormValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | readonly number[]
  | readonly FormValues[];
export interface FormValues {
  [field: string]: FormValue;
}

const isRow = (value: unknown): value is FormValues => isObject(value);

/** The rows of a table within a form. */
export const rowsIn = (value: unknown): readonly FormValues[] => listOf(value).filter(isRow);

/** Values of an empty form, overridden by the declaration's initial values. */
export function emptyValues(specs: readonly FieldSpec[], initial: RecordData = {}): FormValues {
  return Object.fromEntries(specs.map((spec) => [spec.name, toForm(spec, initial[spec.name] ?? spec.schema.default)]));
}

export function formValues(specs: readonly FieldSpec[], record: RecordData): FormValues {
  return Object.fromEntries(specs.map((spec) => [spec.name, toForm(spec, record[spec.name])]));
}

function toForm(spec: FieldSpec, value: unknown): FormValue {
  switch (spec.control) {
    case 'check':
      return value === true;
    case 'lookup':
    case 'whole':
      return typeof value === 'number' ? value : null;
    case 'lookups':
      return Array.isArray(value) ? value.map(Number) : [];
    case 'tags':
    case 'choices':
    case 'permissions':
    case 'pictures':
      return Array.isArray(value) ? value.map(String) : [];
    case 'rows':
      return Array.isArray(value) ? value.map((row) => rowValues(spec, membersOf(row))) : [];
    case 'select':
      return value === null || value === undefined ? (spec.required ? (spec.options?.[0] ?? '') : '') : String(value);
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/** Controls that are empty without a text or a number. */
const SCALARS: ReadonlySet<ControlKind> = new Set<ControlKind>([
  'text',
  'long_text',
  'money',
  'quantity',
  'percent',
  'rate',
  'date',
  'whole',
  'select',
  'lookup',
]);

/**
 * The fields of a stored record: what has a value and may not be null cannot be emptied. Nothing would be sent for it,
 * and the value would be there again.
 */
export const specsOfStored = (specs: readonly FieldSpec[], record: RecordData): readonly FieldSpec[] =>
  specs.map((spec) => {
    if (spec.required || spec.nullable || !SCALARS.has(spec.control)) return spec;
    const value = toForm(spec, record[spec.name]);
    return value === null || value === '' ? spec : { ...spec, required: true };
  });

/** Names of references from the server stay in the row, for look-ups. */
function rowValues(spec: FieldSpec, row: RecordData): FormValues {
  const names = Object.entries(row).flatMap(([field, value]) =>
    field.endsWith('_name') && typeof value === 'string' ? [[field, value] as const] : [],
  );
  return { ...Object.fromEntries(names), ...formValues(spec.fields ?? [], row) };
}

/** The body to send: an empty text becomes null if allowed, otherwise it is omitted. */
export function bodyOf(specs: readonly FieldSpec[], values: FormValues): RecordData {
  const body: Record<string, unknown> = {};
  for (const spec of specs) {
    const value = fromForm(spec, values[spec.name] ?? null);
    if (value !== undefined) body[spec.name] = value;
  }
  return body;
}

function fromForm(spec: FieldSpec, value: FormValue): unknown {
  if (spec.control === 'rows') return rowsIn(value).map((row) => bodyOf(spec.fields ?? [], row));
  if (typeof value === 'string') {
    // Spaces are part of a secret.
    const text = spec.control === 'secret' ? value : value.trim();
    if (text !== '') return spec.codes ? Number(text) : text;
    return spec.nullable ? null : undefined;
  }
  if (value === null) return spec.nullable ? null : undefined;
  return value;
}

/** The fields of `next` that differ from `before`. */
export function changedFields(before: RecordData, next: RecordData): RecordData {
  return Object.fromEntries(Object.entries(next).filter(([field, value]) => !same(value, before[field])));
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
