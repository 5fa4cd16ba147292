/** The active filters of a list, each in words with a button that removes it. */
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '../../../languages/isolate.ts';
import { useRecordName } from '../api/lookup.ts';
import { RESOURCES } from '../api/resources.ts';
import { fieldLabel, optionLabel } from '../language/names.ts';
import { type Preferences, usePreferences } from '../language/preferences.ts';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { isPreset } from '../typing/period-presets.ts';
import type { TableAddress } from './address.ts';
import type { Table, TableFilter } from './declaration.ts';
import { filtersOf } from './table-search.ts';

export function ActiveFilters({ table, address }: { table: Table; address: TableAddress }) {
  const { t } = useTranslation();
  const given = Object.entries(filtersOf(address.search));
  if (given.length === 0) return null;
  return (
    <ul aria-label={t('table:active_filters')} className="no-print mx-4 mb-3 flex flex-wrap gap-1.5">
      {given.map(([field, value]) => (
        <FilterChip
          key={field}
          filter={table.filters?.find((filter) => filter.field === field) ?? { field, kind: 'text' }}
          value={value}
          onRemove={() => address.change({ [`filter[${field}]`]: undefined })}
        />
      ))}
    </ul>
  );
}

interface FilterChipProps {
  readonly filter: TableFilter;
  readonly value: string;
  readonly onRemove: () => void;
}

function FilterChip({ filter, value, onRemove }: FilterChipProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const label = filter.label ? t(filter.label) : fieldLabel(filter.field);
  const named = filter.kind === 'lookup' && filter.resource && filter.resource in RESOURCES && /^\d+$/.test(value);
  const name = useRecordName(filter.resource ?? 'items', named ? Number(value) : null, undefined);
  const words = named ? (name ?? value) : wordsOf(filter, value, digits, t);
  return (
    <li
      data-filter={filter.field}
      className="inline-flex h-7 items-center gap-1.5 rounded-full border border-edge bg-surface-1 ps-3 pe-1 text-xs"
    >
      <span className="text-ink-muted">{label}</span>
      <bdi className="font-medium">{words}</bdi>
      <button
        type="button"
        onClick={onRemove}
        aria-label={t('table:remove_filter', { label })}
        title={t('table:remove_filter', { label })}
        className="inline-flex size-6 items-center justify-center rounded-full text-ink-muted hover:bg-surface-3 hover:text-ink"
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  );
}

function wordsOf(
  { field, kind }: TableFilter,
  value: string,
  digits: Preferences['digits'],
  t: (key: string) => string,
): string {
  if (kind === 'boolean') return t(value === '1' ? 'table:yes' : 'table:no');
  if (kind === 'date_range' && isPreset(value)) return t(`table:periods.${value}`);
  if (kind === 'option')
    return value
      .split(',')
      .map((option) => optionLabel(field, option))
      .join(' · ');
  const [from = '', to = ''] = value.split(',');
  if (kind === 'date_range') return rangeOf([from, to].map((day) => shapeDigits(formatDate(day), digits)));
  if (kind === 'amount_range') return rangeOf([from, to].map((amount) => formatDecimal(amount, { digits })));
  return value;
}

/** An open end stays empty: `– 500`. */
const rangeOf = ([from = '', to = '']: readonly string[]): string =>
  from === to ? isolateLtr(from) : isolateLtr(`${from} – ${to}`.trim());
