/** The warning for days in an archived financial year, on lists, documents and reports. */
import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../api/read.ts';

type ArchivedYear = Reads['archived_years'][number];

/** Days `YYYY-MM-DD`; either end may be open. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The archived years that overlap these days. */
export function archivedIn<Year extends Pick<ArchivedYear, 'start_date' | 'end_date'>>(
  years: readonly Year[],
  { from, to }: Days,
): readonly Year[] {
  if (!from && !to) return [];
  return years.filter((year) => (!to || year.start_date <= to) && (!from || year.end_date >= from));
}

export function ArchivedYearBanner(days: Days) {
  const { t } = useTranslation();
  const { data: years = [] } = useQuery({
    queryKey: ['financial_years', 'archived'],
    queryFn: ({ signal }) => read('archived_years', { signal }),
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  });
  const found = archivedIn(years, days);
  if (found.length === 0) return null;
  return (
    <p role="status" className="mx-4 mb-3 flex items-center gap-2 rounded-md bg-warning px-3 py-1.5 text-warning-ink">
      <Archive size={15} aria-hidden className="shrink-0" />
      <span>
        {t('table:archived_year')} <bdi className="font-medium">{found.map((year) => year.year_name).join(' · ')}</bdi>
      </span>
    </p>
  );
}
