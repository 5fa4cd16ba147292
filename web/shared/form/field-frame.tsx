/** The common frame of all fields: label with asterisk, hint, error, and their accessible relations. */
import { type ReactNode, useId } from 'react';

export interface FieldProps {
  /** Label above the field; a field in a cell has `ariaLabel` instead. */
  readonly label?: string | undefined;
  readonly ariaLabel?: string | undefined;
  readonly required?: boolean;
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly onBlur?: (() => void) | undefined;
  /** Name for the error summary, which focuses the control. */
  readonly name?: string;
}

export interface FieldIds {
  readonly id: string;
  readonly 'aria-label': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': true | undefined;
  /** React cannot focus inside a dialog that is not in the page yet; the dialog looks for this mark. */
  readonly 'data-autofocus': true | undefined;
}

/** Border, background and height of every one-line control. */
export const CONTROL =
  'h-8 w-full rounded-md border border-edge-strong bg-surface-1 px-2.5 text-ink disabled:bg-surface-2 disabled:text-ink-muted aria-invalid:border-danger-ink';

export function FieldFrame({ field, children }: { field: FieldProps; children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const note = field.problem ?? field.hint;
  const control = children({
    id,
    'aria-label': field.label ? undefined : field.ariaLabel,
    'aria-invalid': field.problem ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
    'aria-required': field.required || undefined,
    'data-autofocus': field.autoFocus || undefined,
  });
  return (
    <div className="flex min-w-0 flex-col gap-1" data-field={field.name}>
      {field.label && (
        <label htmlFor={id} className="text-xs font-medium text-ink-muted">
          {field.label}
          {field.required && (
            <span aria-hidden className="ms-0.5 text-danger-ink">
              *
            </span>
          )}
        </label>
      )}
      {control}
      {note && (
        <p id={`${id}-note`} className={`text-xs ${field.problem ? 'text-danger-ink' : 'text-ink-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
