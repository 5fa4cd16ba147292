/** Sends a form, and resolves concurrent changes. */
import type { ApiError } from '../api/error.ts';
import { createRecord, fetchRecord, type Saved, type StoredRecord, updateRecord } from '../api/record.ts';
import { sentenceOf } from '../api/sentence.ts';
import { type Merge, mergeChanges } from './conflict/merge.ts';
import type { FieldSpec } from './field-spec.ts';
import type { Problems } from './rules.ts';
import { bodyOf, changedFields, type FormValues, formValues } from './values.ts';

export interface Editing {
  readonly id: number;
  readonly data: StoredRecord;
}

/** Creates, or sends the changes since `editing.data`; undefined without changes. */
export async function sendForm(
  resource: string,
  specs: readonly FieldSpec[],
  values: FormValues,
  editing: Editing | undefined,
  idempotencyKey: string,
): Promise<Saved | undefined> {
  const body = bodyOf(specs, values);
  if (!editing) return createRecord(resource, body, idempotencyKey);
  const changed = changedFields(bodyOf(specs, formValues(specs, editing.data)), body);
  if (Object.keys(changed).length === 0) return undefined;
  return updateRecord(resource, editing.id, changed, editing.data.revision, idempotencyKey);
}

export interface Conflict {
  readonly merge: Merge;
  readonly current: StoredRecord;
}

/** Compares my changes since `editing.data` with the stored record. */
export async function findConflict(
  resource: string,
  specs: readonly FieldSpec[],
  values: FormValues,
  editing: Editing,
): Promise<Conflict> {
  const current = await fetchRecord(resource, editing.id);
  const before = bodyOf(specs, formValues(specs, editing.data));
  const mine = changedFields(before, bodyOf(specs, values));
  return { merge: mergeChanges(before, mine, bodyOf(specs, formValues(specs, current))), current };
}

/** The form's values after the choice: theirs, with mine for `mineFields`. */
export function mergedValues(
  specs: readonly FieldSpec[],
  { merge, current }: Conflict,
  mineFields: readonly string[],
): FormValues {
  const chosen = merge.overlaps
    .filter(({ field }) => mineFields.includes(field))
    .map(({ field, mine }) => [field, mine]);
  return formValues(specs, { ...current, ...merge.mine, ...Object.fromEntries(chosen) });
}

/** The first message of each field, as the specification requires; the main message without fields. */
export function serverProblems(problem: ApiError): Problems {
  const byField = Object.entries(problem.errors).map(([field, sentences]) => [field, sentences[0] ?? ''] as const);
  return byField.length > 0 ? Object.fromEntries(byField) : { '': sentenceOf(problem) };
}
