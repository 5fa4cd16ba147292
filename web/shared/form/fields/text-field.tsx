/** One line or several lines of text, and whole numbers. */

import type { Ref } from 'react';
import { toLatinDigits } from '../../typing/digits.ts';
import { CONTROL, FieldFrame, type FieldProps } from '../field-frame.tsx';

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  /** Of a field of one line. */
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly rows?: number;
  /** Codes, phones and email addresses are always left to right. */
  readonly ltr?: boolean;
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'search';
  readonly autoComplete?: string;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, maxLength, inputRef, rows, ltr, type = 'text', autoComplete, ...field } = props;
  return (
    <FieldFrame field={field}>
      {(ids) => {
        const shared = {
          ...ids,
          value,
          maxLength,
          disabled: field.disabled,
          autoFocus: field.autoFocus,
          onBlur: field.onBlur,
          dir: ltr ? ('ltr' as const) : ('auto' as const),
        };
        return rows ? (
          <textarea
            {...shared}
            rows={rows}
            onChange={(event) => onChange(event.target.value)}
            className={`${CONTROL} page-start h-auto py-1.5`}
          />
        ) : (
          <input
            {...shared}
            ref={inputRef}
            type={type}
            autoComplete={autoComplete}
            onChange={(event) => onChange(event.target.value)}
            className={`${CONTROL} page-start`}
          />
        );
      }}
    </FieldFrame>
  );
}

export interface WholeNumberFieldProps extends FieldProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** A count: accepts digits of any keyboard, and nothing else. */
export function WholeNumberField({ value, onChange, ...field }: WholeNumberFieldProps) {
  return (
    <FieldFrame field={field}>
      {(ids) => (
        <input
          {...ids}
          inputMode="numeric"
          value={value === null ? '' : String(value)}
          disabled={field.disabled}
          onBlur={field.onBlur}
          onChange={(event) => {
            const digits = toLatinDigits(event.target.value).replace(/\D/g, '').slice(0, 9);
            onChange(digits === '' ? null : Number(digits));
          }}
          className={`${CONTROL} numeric text-end`}
        />
      )}
    </FieldFrame>
  );
}
