/** Puts values of the API into an open form: of a template, or carried over from another one. */
import type { UseFormReturn } from 'react-hook-form';
import type { RecordData } from '../api/record.ts';
import type { FieldSpec } from './field-spec.ts';
import { type FormValues, formValues } from './values.ts';

export const puttingInto =
  (form: Pick<UseFormReturn<FormValues>, 'setValue'>) =>
  (values: FormValues): void => {
    for (const [field, value] of Object.entries(values)) form.setValue(field, value, { shouldDirty: true });
  };

/** The values of the fields that `data` has. */
export const givenIn = (specs: readonly FieldSpec[], data: RecordData): FormValues =>
  formValues(
    specs.filter(({ name }) => data[name] !== undefined),
    data,
  );
