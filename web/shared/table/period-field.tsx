/** The period of a filter: a preset, or the Date Period with two days, which may be typed in words. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../form/fields/date-field.tsx';
import { SelectField } from '../form/fields/select-field.tsx';
import { isPreset, PERIOD_PRESETS } from '../typing/period-presets.ts';

export interface PeriodFieldProps {
  readonly label: string;
  /** A preset, or `from,to`. */
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

const DATE_PERIOD = 'period';

/** `from,to`. A comma of an end that is still typed is not the one between the ends. */
export const joinRange = (...ends: readonly [start: string, end: string]): string =>
  ends.every((end) => end === '') ? '' : ends.map((end) => end.replaceAll(',', '\u066c')).join(',');

export function PeriodField({ label, value, problem, onChange }: PeriodFieldProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(value !== '' && !isPreset(value));
  const [from = '', to = ''] = isPreset(value) ? [] : value.split(',');
  const choose = (choice: string) => {
    setOpen(choice === DATE_PERIOD);
    onChange(choice === DATE_PERIOD ? '' : choice);
  };
  const options = [
    ...PERIOD_PRESETS.map((preset) => ({ value: preset, label: t(`table:periods.${preset}`) })),
    { value: DATE_PERIOD, label: t('table:periods.period') },
  ];
  const choice = isOpen ? DATE_PERIOD : value;
  return (
    <fieldset className={`grid min-w-0 gap-2 ${isOpen ? 'col-span-2 grid-cols-3' : ''}`}>
      <legend className="sr-only">{label}</legend>
      <SelectField label={label} value={choice} onChange={choose} options={options} empty={t('table:all')} />
      {isOpen && (
        <>
          <DateField
            label={t('table:from', { label })}
            value={from}
            onChange={(start) => onChange(joinRange(start, to))}
            onPeriod={(period) => onChange(joinRange(period.from, period.to))}
          />
          <DateField
            label={t('table:to', { label })}
            value={to}
            problem={problem}
            onChange={(end) => onChange(joinRange(from, end))}
            onPeriod={(period) => onChange(joinRange(from || period.from, period.to))}
          />
        </>
      )}
    </fieldset>
  );
}
