/**
 * Values that were entered while their record was being saved: the form that follows begins with them, unsaved. It is
 * the form of the stored record, or the next new one.
 */
import type { FormValues } from './values.ts';

interface Carried {
  readonly form: string;
  readonly values: FormValues;
}

let carried: Carried | undefined;

/** `id`: null for the form of a new record. */
export const formName = (resource: string, id: number | null): string => `${resource}/${id ?? 'new'}`;

/** The fields of `now` that differ from the saved ones. */
export function enteredSince(saved: FormValues, now: FormValues): FormValues {
  const isOther = (field: string): boolean => JSON.stringify(saved[field]) !== JSON.stringify(now[field]);
  return Object.fromEntries(Object.entries(now).filter(([field]) => isOther(field)));
}

export function carryOver(form: string, values: FormValues): void {
  carried = Object.keys(values).length === 0 ? undefined : { form, values };
}

/** Only the next form may take them. */
export function takeCarried(form: string): FormValues | undefined {
  const { form: wanted, values } = carried ?? {};
  carried = undefined;
  return wanted === form ? values : undefined;
}
