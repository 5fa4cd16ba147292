/** The first day with documents: opening balances count on the day before. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { firstDayOf } from '../../domain/organisation/first-year.ts';
import { read } from '../shared/api/read.ts';
import { Day } from '../shared/controls/amount.tsx';
import { useCan } from '../shared/session/session.ts';

export function FirstOpenDay() {
  const { t } = useTranslation();
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['financial_years', 'first_day'],
    queryFn: async ({ signal }) => {
      const query = { sortColumn: 'start_date', sortDir: 'asc', per_page: 10 };
      const [first] = (await read('financial_years', { query, signal })).data;
      return first ? String(firstDayOf(first)) : null;
    },
    enabled: can('financial_years/index'),
    meta: { quiet: true },
  });
  if (!data) return null;
  return (
    <p className="flex items-baseline gap-2 px-1" data-first-open-day>
      <span className="text-ink-muted">{t('organisation:first_open_day')}</span>
      <Day value={data} />
    </p>
  );
}
