/** A day: DD/MM/YYYY or a shorthand (`t`, `+3`, `l`, `15/3`), expanded when the field is left; or from the calendar. */
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { CalendarDays } from 'lucide-react';
import { lazy, type Ref, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMonthOfExpiry } from '../../../../domain/values/month-of-expiry.ts';
import { fieldLabel } from '../../language/names.ts';
import { usePreferences } from '../../language/preferences.ts';
import { formatDate, localToday, readDateWord } from '../../typing/date-words.ts';
import { shapeDigits } from '../../typing/digits.ts';
import { type Period, readPeriodWord } from '../../typing/period-words.ts';
import { CONTROL, FieldFrame, type FieldProps } from '../field-frame.tsx';

const Calendar = lazy(() => import('./calendar.tsx'));

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** First and last day of the open financial year: `15/3` always falls into it. */
  readonly from?: string;
  readonly to?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** A day of expiry may be typed as month and year, which mean the last day of the month. */
  readonly isExpiry?: boolean;
  /** For periods: `2026-Q1` and `last month` set both ends. */
  readonly onPeriod?: (period: Period) => void;
  /** Called when the value is complete: when the field is left, at Enter, and after a choice in the calendar. */
  readonly onSettled?: (() => void) | undefined;
}

export function DateField(props: DateFieldProps) {
  const { value, onChange, from, to, isExpiry, inputRef, onPeriod, onSettled, ...field } = props;
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState<string>();

  const read = (text: string) =>
    (isExpiry ? readMonthOfExpiry(text) : undefined) ??
    readDateWord(text, { today: localToday(), ...(from ? { from } : {}), ...(to ? { to } : {}) });
  const type = (text: string) => {
    setTyped(text);
    // Stored on every key, because Ctrl+S may come before the field is left; the form reports an invalid date.
    onChange(read(text) ?? text.trim());
  };
  const settle = () => {
    onSettled?.();
    if (typed === undefined) return;
    const period = onPeriod && read(typed) === undefined ? readPeriodWord(typed, localToday()) : undefined;
    if (period) {
      setTyped(undefined);
      setWrong(undefined);
      onPeriod?.(period);
      return;
    }
    const fits = typed.trim() === '' || read(typed) !== undefined;
    setWrong(fits ? undefined : t('form:date_wrong'));
    if (fits) setTyped(undefined);
  };

  return (
    <FieldFrame field={{ ...field, problem: wrong ?? field.problem }}>
      {(ids) => (
        <span className="relative flex">
          <input
            {...ids}
            ref={inputRef}
            autoComplete="off"
            placeholder={t('form:date_placeholder')}
            disabled={field.disabled}
            // biome-ignore lint/a11y/noAutofocus: the first field of a form that a person has just opened.
            autoFocus={field.autoFocus}
            value={typed ?? shapeDigits(formatDate(value), digits)}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              settle();
              field.onBlur?.();
            }}
            onKeyDown={(event) => event.key === 'Enter' && settle()}
            className={`${CONTROL} numeric page-start page-pe-8`}
          />
          <Popover className="absolute end-0 top-0">
            <PopoverButton
              tabIndex={-1}
              disabled={field.disabled ?? false}
              aria-label={t('form:calendar')}
              className="inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:text-ink"
            >
              <CalendarDays size={15} aria-hidden />
            </PopoverButton>
            <PopoverPanel
              anchor={{ to: 'bottom end', gap: 4 }}
              className="z-50 rounded-lg border border-edge bg-surface-1 p-3 shadow-float"
            >
              {({ close }) => (
                <Suspense fallback={<span className="skeleton block h-56 w-56" />}>
                  <Calendar
                    value={value}
                    onChoose={(day) => {
                      setTyped(undefined);
                      setWrong(undefined);
                      onChange(day);
                      onSettled?.();
                      close();
                    }}
                  />
                </Suspense>
              )}
            </PopoverPanel>
          </Popover>
        </span>
      )}
    </FieldFrame>
  );
}

/** The day of what a dialog enters. */
export function DayField(props: Omit<DateFieldProps, 'label' | 'name' | 'required'>) {
  return <DateField {...props} label={fieldLabel('date')} name="date" required />;
}
