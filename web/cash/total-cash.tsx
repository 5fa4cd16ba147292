/** The balances of all cash and bank accounts: in total, and in each currency. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { read } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { useCan, useMe } from '../shared/session/session.ts';

export function TotalCash() {
  const { t } = useTranslation();
  const can = useCan();
  const { currencies, system_currency } = useMe();
  const { data } = useQuery({
    queryKey: ['cashes', 'total'],
    queryFn: ({ signal }) => read('show_total_cash_balance', { signal }),
    enabled: can('cashes/balance_view'),
    meta: { quiet: true },
  });
  if (!data) return null;
  const decimalsOf = (currency: number) =>
    currencies.find((candidate) => candidate.currency_id === currency)?.decimals ?? 2;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-8 gap-y-1 px-4 pb-3" data-total-cash>
      <div className="flex items-baseline gap-2">
        <dt className="font-semibold">{t('cash:total_cash')}</dt>
        <dd className="text-lg font-semibold">
          <Amount value={data.total} decimals={system_currency.decimals} />{' '}
          <span className="text-xs font-normal text-ink-muted">{system_currency.symbol}</span>
        </dd>
      </div>
      {data.currencies.map(({ currency_fk, currency_name, balance }) => (
        <div key={currency_fk} className="flex items-baseline gap-2">
          <dt className="text-ink-muted">
            <bdi>{currency_name}</bdi>
          </dt>
          <dd>
            <Amount value={balance} decimals={decimalsOf(currency_fk)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
