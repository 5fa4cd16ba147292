/**
 * An amount, quantity, rate or percentage. Accepts `12*3.5+100`, and digits and marks of any keyboard; shows the
 * formatted result when it loses the focus; emits a plain decimal string.
 */
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../language/preferences.ts';
import { type AmountProblem, isExpression, readAmount } from '../../typing/amount-expression.ts';
import { formatDecimal } from '../../typing/number-format.ts';
import { CONTROL, FieldFrame, type FieldProps } from '../field-frame.tsx';

export interface AmountFieldProps extends FieldProps {
  /** Decimal string; empty for no value. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Digits kept after the decimal mark: 4 for money and rates, 6 for quantities. */
  readonly decimals?: number;
  /** Currency symbol or %, shown at the end. */
  readonly suffix?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly className?: string;
}

export function AmountField({
  value,
  onChange,
  decimals = 4,
  suffix,
  inputRef,
  className,
  ...field
}: AmountFieldProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const shown = typed ?? formatDecimal(value, { decimals, digits });

  const type = (text: string) => {
    setTyped(text);
    const reading = readAmount(text, decimals);
    // Stored on every key, because Ctrl+S may come before the field is left. Invalid text is stored unchanged, so that
    // the form reports it instead of keeping the previous value.
    onChange(reading.ok ? reading.value : text.trim());
  };
  const settle = () => {
    if (typed === undefined) return;
    const reading = readAmount(typed, decimals);
    const fits = reading.ok || typed.trim() === '';
    setWrong(fits ? undefined : t(`form:amount.${(reading as { problem: AmountProblem }).problem}`));
    if (fits) setTyped(undefined);
  };
  const preview = typed !== undefined && isExpression(typed) ? readAmount(typed, decimals) : undefined;

  return (
    <FieldFrame field={{ ...field, problem: wrong ?? field.problem }}>
      {(ids) => (
        <span className="relative flex">
          <input
            {...ids}
            ref={inputRef}
            inputMode="decimal"
            autoComplete="off"
            disabled={field.disabled}
            // biome-ignore lint/a11y/noAutofocus: the first field of a form that a person has just opened.
            autoFocus={field.autoFocus}
            value={shown}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              settle();
              field.onBlur?.();
            }}
            onKeyDown={(event) => event.key === 'Enter' && settle()}
            className={className ?? `${CONTROL} numeric text-end ${suffix ? 'page-pe-11' : ''}`}
          />
          {suffix && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 end-2.5 flex items-center text-xs text-ink-muted"
            >
              {suffix}
            </span>
          )}
          {preview?.ok && (
            <span className="numeric absolute end-1 top-full z-20 mt-1 rounded-md border border-edge bg-surface-1 px-2 py-0.5 text-xs shadow-float">
              = {formatDecimal(preview.value, { decimals, digits })}
            </span>
          )}
        </span>
      )}
    </FieldFrame>
  );
}
