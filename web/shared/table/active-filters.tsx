/** The active filters of a list, each in words with a button that removes it. */
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRecordName } from '../api/lookup.ts';
import type { TableAddress } from './address.ts';
import type { Table, TableFilter } from './declaration.ts';
import { filterLabel, filterOf, filterWords, recordOfFilter } from './filter-words.ts';
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
          filter={filterOf(table, field)}
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
  const label = filterLabel(filter);
  const record = recordOfFilter(filter, value);
  const name = useRecordName(record?.resource ?? 'items', record?.id ?? null, undefined);
  const words = record ? (name ?? value) : filterWords(filter, value);
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
