/** Fills fields of a new record from others, until a person edits them. */
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { FormValues } from './values.ts';

/** By field: the proposed text; an empty one proposes nothing. */
export type Proposals = Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => string>>;

interface ProposedFieldsProps {
  readonly form: UseFormReturn<FormValues>;
  readonly proposals: Proposals;
}

export function ProposedFields({ form, proposals }: ProposedFieldsProps) {
  const values = useWatch({ control: form.control });
  const proposed = useRef(new Map<string, string>());
  useEffect(() => {
    for (const [field, propose] of Object.entries(proposals)) {
      const before = proposed.current.get(field) ?? '';
      const next = propose(values);
      if (next === before || form.getValues(field) !== before) continue;
      proposed.current.set(field, next);
      form.setValue(field, next);
    }
  }, [form, proposals, values]);
  return null;
}
