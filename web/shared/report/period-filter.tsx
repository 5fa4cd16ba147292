/** The period of a report as one field: a word of the specification, or its two days, which can always be typed. */
import { useTranslation } from 'react-i18next';
import { DateField } from '../form/fields/date-field.tsx';
import { SelectField } from '../form/fields/select-field.tsx';
import { isPreset, PERIOD_PRESETS } from '../typing/period-presets.ts';
import type { ReportAddress } from './address.ts';
import type { ReportFilter } from './declaration.ts';
import type { LastDay } from './period-in-address.ts';

export interface PeriodFilterProps {
  readonly first: ReportFilter;
  readonly last: ReportFilter;
  readonly address: ReportAddress;
}

const DATE_PERIOD = 'period';
const isDay = (text: string): boolean => text === '' || /^\d{4}-\d\d-\d\d$/.test(text);

export function PeriodFilter({ first, last, address }: PeriodFilterProps) {
  const { t } = useTranslation();
  const { search, period = '', change } = address;
  const end: LastDay = last.name === 'to' ? 'to' : 'as_at';
  const hasDays = search['from'] !== undefined || search[end] !== undefined;
  const choose = (choice: string) =>
    change(isPreset(choice) ? { period: choice } : { period: undefined, ...(choice === '' ? NO_DAYS(end) : {}) });
  const [from, to] = [String(search['from'] ?? ''), String(search[end] ?? '')];
  const isBackwards = from !== '' && to !== '' && to < from;
  const days = (filter: ReportFilter) => (
    <DateField
      label={t(filter.label)}
      value={String(search[filter.name] ?? '')}
      problem={filter === last && isBackwards ? t('table:end_after_start') : undefined}
      onChange={(day) => isDay(day) && change({ period: undefined, [filter.name]: day || undefined })}
      onPeriod={({ from, to }) => change({ period: undefined, from, [end]: to })}
    />
  );
  return (
    <>
      <SelectField
        label={t('report:filters.period')}
        value={period || (hasDays ? DATE_PERIOD : '')}
        onChange={choose}
        empty={t('report:all_days')}
        options={[...PERIOD_PRESETS, ...(period || hasDays ? [DATE_PERIOD] : [])].map((word) => ({
          value: word,
          label: t(`table:periods.${word}`),
        }))}
      />
      {days(first)}
      {days(last)}
    </>
  );
}

const NO_DAYS = (end: LastDay) => ({ from: undefined, [end]: undefined });
