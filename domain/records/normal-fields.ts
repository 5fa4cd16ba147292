/** Fields of records that are stored and claimed in one form, however they were typed. */
import type { Json } from '../deciding/event.ts';

/** Returns the same for its own result. */
export type NormalForm = (typed: string) => string;

interface Data {
  readonly [field: string]: Json;
}

/** The data with its texts in their normal form, by field, dotted for lists; other fields are unchanged. */
export function inNormalForm(forms: Readonly<Record<string, NormalForm>> | undefined, data: Data): Data {
  return Object.entries(forms ?? {}).reduce((next, [field, form]) => within(next, field.split('.'), form), data);
}

function within(data: Data, [name = '', ...rest]: readonly string[], form: NormalForm): Data {
  const value = data[name];
  const formed = (each: Json): Json => {
    if (Array.isArray(each)) return each.map(formed);
    if (rest.length > 0) return isData(each) ? within(each, rest, form) : each;
    return typeof each === 'string' ? form(each) : each;
  };
  return value === undefined ? data : { ...data, [name]: formed(value) };
}

const isData = (value: Json): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
