/** The active filters of a list, each in words with a button that removes it. */
import { useTranslation } from 'react-i18next';
import { useRecordName } from '../api/lookup.ts';
import { RemovableChip } from '../controls/removable-chip.tsx';
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
  const record = recordOfFilter(filter, value);
  const name = useRecordName(record?.resource ?? 'items', record?.id ?? null, undefined);
  const words = record ? (name ?? value) : filterWords(filter, value);
  return <RemovableChip field={filter.field} label={filterLabel(filter)} words={words} onRemove={onRemove} />;
}
