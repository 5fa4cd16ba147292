/** The state of a record form: values, checks, saving, and conflicts. */

import { useRef, useState } from 'react';
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { defined } from '../../../domain/values/defined.ts';
import { membersOf } from '../../../domain/values/members.ts';
import { blockersIn } from '../api/blockers.ts';
import { ApiError } from '../api/error.ts';
import { useWrite } from '../api/idempotency.ts';
import { forget } from '../api/query.ts';
import type { RecordData, Saved } from '../api/record.ts';
import { sentenceOf } from '../api/sentence.ts';
import { useIsShown } from '../controls/use-is-shown.ts';
import { say } from '../language/language.ts';
import { type NoticeAction, notifyError, notifyProblem, notifySuccess } from '../notify/notify.ts';
import { enteredSince } from './carried-values.ts';
import type { FieldSpec } from './field-spec.ts';
import { type Problems, problemsOf } from './rules.ts';
import { type Conflict, type Editing, findConflict, mergedValues, sendForm, serverProblems } from './saving.ts';
import { emptyValues, type FormValues, formValues } from './values.ts';

interface RecordFormOptions {
  readonly resource: string;
  readonly specs: readonly FieldSpec[];
  /** The record to edit; undefined for a new one. */
  readonly editing?: Editing | undefined;
  readonly initial?: RecordData | undefined;
  /** Further checks: message keys by field. */
  readonly check?: ((values: FormValues) => Readonly<Record<string, string>>) | undefined;
  /** `isShown` is false when the form was left before the answer. */
  readonly onSaved: (saved: Saved, isShown: boolean) => void;
  /** The address of the form's page, and a link to it with values that were refused after it was left. */
  readonly page?: FormPage;
}

export interface FormPage {
  readonly address: string;
  readonly wayBack: (values: FormValues) => NoticeAction;
}

export function useRecordForm(options: RecordFormOptions) {
  const { resource, specs, editing, initial, check, onSaved, page } = options;
  const problemsIn = (values: FormValues): Problems => {
    const further = Object.entries(check?.(values) ?? {}).map(([field, key]) => [field, say(key)] as const);
    return { ...Object.fromEntries(further), ...problemsOf(specs, values) };
  };
  const based = useRef(editing);
  /** The saved values; undefined until the record is saved. */
  const submitted = useRef<FormValues>(undefined);
  const [conflict, setConflict] = useState<Conflict>();
  const isShown = useIsShown((path) => page === undefined || path === page.address);
  const { problems, attempt, show, clear } = useProblems(isShown, page);
  const write = useWrite();
  const form = useForm<FormValues>({
    defaultValues: editing ? formValues(specs, editing.data) : emptyValues(specs, initial),
    resolver: resolverOf(problemsIn),
    mode: 'onTouched',
    shouldFocusError: false,
  });

  const submit = async (values: FormValues): Promise<void> => {
    try {
      const saved = await write((key) => sendForm(resource, specs, values, based.current, key));
      clear();
      submitted.current = values;
      // Input that was typed meanwhile remains in the fields, as a change of the saved values.
      form.reset(values, { keepValues: true, keepDirty: false });
      await forget(resource);
      if (saved) notifySuccess(saved.message ?? say(editing ? 'form:updated' : 'form:added'));
      onSaved(saved ?? { id: defined(editing).id, message: undefined }, isShown());
    } catch (problem) {
      if (problem instanceof ApiError && problem.stale && based.current) await mergeStored(values, based.current);
      else if (problem instanceof ApiError && problem.definite && problem.status !== 401) {
        show(serverProblems(problem), form, problem);
      } else notifyProblem(problem);
    }
  };
  /** Takes over the other person's changes; asks only about fields that both changed. */
  const mergeStored = async (values: FormValues, from: Editing) => {
    const found = await findConflict(resource, specs, values, from);
    if (found.merge.overlaps.length > 0) {
      setConflict(found);
      if (!isShown()) show({ '': say('form:conflict.title') }, form);
    } else await settle(found, []);
  };
  const settle = async (found: Conflict, mineFields: readonly string[]) => {
    const values = mergedValues(specs, found, mineFields);
    based.current = { id: defined(based.current).id, data: found.current };
    setConflict(undefined);
    for (const [field, value] of Object.entries(values)) form.setValue(field, value, { shouldDirty: true });
    await submit(values);
  };
  const save = form.handleSubmit(
    (values) => submit(values).catch(notifyProblem),
    () => show(problemsIn(form.getValues()), form),
  );
  const entered = (): FormValues => (submitted.current ? enteredSince(submitted.current, form.getValues()) : {});
  return { form, problems, attempt, save, entered, conflict, settle, dismiss: () => setConflict(undefined) };
}

/**
 * The errors of the last attempt to save; each attempt moves the focus to their summary. In a form that was left nobody
 * would see them, and a notice has the first.
 */
function useProblems(isShown: () => boolean, page: FormPage | undefined) {
  const [state, setState] = useState<{ problems: Problems; attempt: number }>({ problems: {}, attempt: 0 });
  return {
    ...state,
    show: (problems: Problems, form: Pick<UseFormReturn<FormValues>, 'setError' | 'getValues'>, cause?: ApiError) => {
      if (!isShown()) {
        const [first = sentenceOf(cause)] = Object.values(problems);
        const actions = page ? [page.wayBack(form.getValues())] : [];
        notifyError(first, cause?.requestId, cause && blockersIn(cause), actions);
        return;
      }
      setState(({ attempt }) => ({ problems, attempt: attempt + 1 }));
      for (const [path, message] of Object.entries(problems)) if (path !== '') form.setError(path, { message });
    },
    clear: () => setState({ problems: {}, attempt: 0 }),
  };
}

function resolverOf(problemsIn: (values: FormValues) => Problems): Resolver<FormValues> {
  return (values) => {
    const found = Object.entries(problemsIn(values));
    if (found.length === 0) return { values, errors: {} };
    const errors: Record<string, unknown> = {};
    for (const [path, message] of found) place(errors, path.split('.'), { type: 'rule', message });
    return { values: {}, errors: errors as FieldErrors<FormValues> };
  };
}

/** Converts errors by path to react-hook-form's shape, which is that of the values. */
function place(into: Record<string, unknown>, path: readonly string[], error: object): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    into[first] = { ...membersOf(into[first]), ...error };
    return;
  }
  into[first] ??= {};
  place(membersOf(into[first]), rest, error);
}
