/** The rates in force now, in and out. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../shared/api/error.ts';
import { read } from '../shared/api/read.ts';
import { Amount, Day, Time } from '../shared/controls/amount.tsx';
import { fieldLabel } from '../shared/language/names.ts';

export function LastRate() {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['currency_rates', 'last_rate', 'shown'],
    queryFn: ({ signal }) => read('currency_rates/last_rate', { signal }),
    retry: false,
    meta: { quiet: true },
  });
  if (error instanceof ApiError && error.status === 404) return <p className="px-4 pb-3">{t('cash:no_rate')}</p>;
  if (!data) return null;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-8 gap-y-1 px-4 pb-3" data-last-rate>
      <div className="flex items-baseline gap-2">
        <dt className="font-semibold">{t('cash:last_rate')}</dt>
        <dd className="text-ink-muted">
          {t('cash:last_rate_since')} <Day value={data.date ?? null} /> {data.time ? <Time value={data.time} /> : null}
        </dd>
      </div>
      {(['in_rate', 'rate'] as const).map((field) => (
        <div key={field} className="flex items-baseline gap-2">
          <dt className="text-ink-muted">{fieldLabel(field)}</dt>
          <dd className="text-lg font-semibold">
            <Amount value={data[field] ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
