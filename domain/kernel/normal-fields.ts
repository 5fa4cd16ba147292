/** Fields of records that are stored and claimed in one form, however they were typed. */
import type { Json } from './event.ts';

/** Returns the same for its own result. */
export type NormalForm = (typed: string) => string;

interface Data {
  readonly [field: string]: Json;
}

/** The data with its texts in their normal form, by field; other fields are unchanged. */
export function inNormalForm(forms: Readonly<Record<string, NormalForm>> | undefined, data: Data): Data {
  if (!forms) return data;
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => {
      const form = forms[field];
      return [field, form && typeof value === 'string' ? form(value) : value];
    }),
  );
}
