/** The filters of a report that a link has set, each with a button that removes it. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RemovableChip } from '../controls/removable-chip.tsx';
import { usePreferences } from '../language/preferences.ts';
import { shapeDigits } from '../typing/digits.ts';
import type { ReportAddress } from './address.ts';
import type { ReportFilter } from './declaration.ts';

interface LinkedChipsProps {
  readonly filters: readonly ReportFilter[];
  readonly address: ReportAddress;
}

export default function LinkedChips({ filters, address }: LinkedChipsProps) {
  const { t } = useTranslation();
  const set = filters.flatMap((filter) => {
    const value = address.search[filter.name];
    return filter.kind === 'linked' && value !== undefined ? [{ filter, value: String(value) }] : [];
  });
  return (
    <ul aria-label={t('table:active_filters')} className="no-print mx-4 mb-3 flex flex-wrap gap-1.5">
      {set.map(({ filter, value }) => (
        <LinkedChip
          key={filter.name}
          filter={filter}
          value={value}
          onRemove={() => address.change({ [filter.name]: undefined })}
        />
      ))}
    </ul>
  );
}

interface LinkedChipProps {
  readonly filter: ReportFilter;
  readonly value: string;
  readonly onRemove: () => void;
}

function LinkedChip({ filter, value, onRemove }: LinkedChipProps) {
  const { t } = useTranslation();
  const { language, digits } = usePreferences();
  const { data: words, isError } = useQuery({
    queryKey: ['linked_filter', filter.name, value, language],
    queryFn: async () => (await filter.inWords?.(value)) ?? value,
    meta: { quiet: true },
  });
  const shown = words ?? (isError ? `#${value}` : '');
  return (
    <RemovableChip field={filter.name} label={t(filter.label)} words={shapeDigits(shown, digits)} onRemove={onRemove} />
  );
}
