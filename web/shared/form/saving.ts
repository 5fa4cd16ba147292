/** Sending a form, and meeting the changes of somebody who was faster. */
import type { ApiError } from '../api/error.ts';
import { createRecord, fetchRecord, type Saved, type StoredRecord, updateRecord } from '../api/record.ts';
import { sentenceOf } from '../api/sentence.ts';
import type { FieldSpec } from './field-spec.ts';
import { type Merge, mergeChanges } from './merge.ts';
import type { Problems } from './rules.ts';
import { bodyOf, changedFields, type FormValues, formValues } from './values.ts';

export interface Editing {
  readonly id: number;
  readonly data: StoredRecord;
}

/** Creates, or sends what changed since `editing.data`; undefined when nothing changed. */
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

/** What I changed since `editing.data`, against the record as it is now. */
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

/** The values of the form after the choice: theirs, with mine on top of it where `mineFields` says so. */
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

/** The first sentence of each field, as the specification shows them; the whole message when no field is named. */
export function serverProblems(problem: ApiError): Problems {
  const byField = Object.entries(problem.errors).map(([field, sentences]) => [field, sentences[0] ?? ''] as const);
  return byField.length > 0 ? Object.fromEntries(byField) : { '': sentenceOf(problem) };
}
