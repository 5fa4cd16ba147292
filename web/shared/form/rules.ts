/** A form's checks before sending: the rules of the same schema, with the same messages. */
import { LARGEST_SHOWN, textExceedsBound } from '../../../domain/schemas/bounds.ts';
import { unseenIn } from '../../../domain/values/plain-text.ts';
import { say } from '../language/language.ts';
import { fieldLabel } from '../language/names.ts';
import type { FieldSpec } from './field-spec.ts';
import { type FormValue, type FormValues, rowsIn } from './values.ts';

/** Messages by path: `item_units.0.base_unit_qty`. */
export type Problems = Readonly<Record<string, string>>;

export function problemsOf(specs: readonly FieldSpec[], values: FormValues, prefix = ''): Problems {
  const found: Record<string, string> = {};
  for (const spec of specs) {
    const path = prefix + spec.name;
    const value = values[spec.name] ?? null;
    const problem = problemOf(spec, value);
    if (problem) found[path] = problem;
    if (spec.control === 'rows') {
      rowsIn(value).forEach((row, index) => {
        Object.assign(found, problemsOf(spec.fields ?? [], row, `${path}.${index}.`));
      });
    }
  }
  return found;
}

function problemOf(spec: FieldSpec, value: FormValue): string | undefined {
  const field = fieldLabel(spec.name);
  const { schema } = spec;
  if (isEmpty(value)) return spec.required ? say('form:rules.required', { field }) : undefined;
  if (typeof value === 'string') {
    const text = value.trim();
    if (schema.maxLength !== undefined && text.length > schema.maxLength) {
      return say('form:rules.max_length', { max: schema.maxLength });
    }
    if (isNumber(spec) && textExceedsBound(text)) return say('form:rules.max', { field, max: LARGEST_SHOWN });
    // Invisible characters may be stored from before: the server refuses them only in new text, with its own message.
    const isUnseen = schema['x-text'] !== undefined && unseenIn(text, schema['x-text']) !== undefined;
    if (schema.pattern && !isUnseen && !new RegExp(schema.pattern, 'u').test(text)) {
      return say(patternKey(spec), { field, decimals: spec.control === 'quantity' ? '6' : '4' });
    }
  }
  if (typeof value === 'number' && schema.minimum !== undefined && value < schema.minimum) {
    return say('form:rules.min', { field, min: schema.minimum });
  }
  if (typeof value === 'number' && schema.maximum !== undefined && value > schema.maximum) {
    return say('form:rules.max', { field, max: schema.maximum });
  }
  return undefined;
}

const isNumber = ({ control }: FieldSpec): boolean => ['money', 'quantity', 'rate'].includes(control);

function isEmpty(value: FormValue): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

function patternKey(spec: FieldSpec): string {
  switch (spec.control) {
    case 'money':
    case 'quantity':
    case 'rate':
      return 'form:rules.decimal';
    case 'percent':
      return 'form:rules.percent';
    case 'date':
      return 'form:rules.date';
    default:
      return 'form:rules.pattern';
  }
}
