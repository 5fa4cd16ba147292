/** A choice among a few fixed values: the browser's native list, for all keyboards and phones. */
import { CONTROL, FieldFrame, type FieldProps } from '../field-frame.tsx';

export interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** `isCode`: the label is the same in every language. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly isCode?: true }[];
  /** Text of the empty choice; without it a choice is required. */
  readonly empty?: string | undefined;
}

export function SelectField({ value, onChange, options, empty, ...field }: SelectFieldProps) {
  return (
    <FieldFrame field={field}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          disabled={field.disabled}
          // biome-ignore lint/a11y/noAutofocus: the first field of a form that a person has just opened.
          autoFocus={field.autoFocus}
          onBlur={field.onBlur}
          onChange={(event) => onChange(event.target.value)}
          className={`${CONTROL} px-2`}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {/* Otherwise the browser shows the first option as if it were chosen. */}
          {empty === undefined && !options.some((option) => option.value === value) && <option value={value} hidden />}
          {options.map((option) => (
            <option key={option.value} value={option.value} translate={option.isCode ? 'no' : undefined}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export interface CheckFieldProps extends FieldProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** A check box with its label beside it. */
export function CheckField({ value, onChange, ...field }: CheckFieldProps) {
  return (
    <div className="flex min-w-0 flex-col justify-end" data-field={field.name}>
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={value}
          disabled={field.disabled}
          onBlur={field.onBlur}
          onChange={(event) => onChange(event.target.checked)}
          aria-label={field.label ? undefined : field.ariaLabel}
          aria-invalid={field.problem ? true : undefined}
          className="size-4 accent-accent"
        />
        {field.label}
      </label>
      {field.problem && <p className="text-xs text-danger-ink">{field.problem}</p>}
    </div>
  );
}
