/** What is in cash and banks, what customers owe, what suppliers are owed, and which orders wait. */
import { useTranslation } from 'react-i18next';
import { Amount } from '../shared/controls/amount.tsx';
import { useMe } from '../shared/session/session.ts';
import { BigAmount, Card, useFigures } from './card.tsx';

interface TotalCash {
  readonly total: string;
  readonly currencies: readonly { currency_fk: number; currency_name: string | null; balance: string }[];
}

export function CashCard() {
  const { t } = useTranslation();
  const { currencies } = useMe();
  const found = useFigures<TotalCash>('show_total_cash_balance');
  return (
    <Card title={t('dashboard:cash')} to="/accounting/cash-and-banks" loaded={found !== undefined}>
      <BigAmount value={found?.total ?? '0'} />
      <ul className="text-xs text-ink-muted">
        {found?.currencies.map(({ currency_fk, currency_name, balance }) => {
          const decimals = currencies.find((currency) => currency.currency_id === currency_fk)?.decimals ?? 2;
          return (
            <li key={currency_fk} className="flex justify-between gap-2">
              <bdi>{currency_name}</bdi>
              <Amount value={balance} decimals={decimals} decimalsMin={decimals} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

interface Ageing {
  readonly totals: { readonly base: string };
}

export function OwedCard({ party }: { party: 'customers' | 'suppliers' }) {
  const { t } = useTranslation();
  const found = useFigures<Ageing>(`reports/${party}_ageing`, { per_page: 10 });
  const to = party === 'customers' ? '/reports/customer-ageing' : '/reports/supplier-ageing';
  return (
    <Card title={t(`dashboard:owed.${party}`)} to={to} loaded={found !== undefined}>
      <BigAmount value={found?.totals.base ?? '0'} />
    </Card>
  );
}

export function PendingOrdersCard() {
  const { t } = useTranslation();
  const found = useFigures<number>('online_orders/pending_order_alert');
  return (
    <Card title={t('dashboard:pending_orders')} to="/sales/online-orders" loaded={found !== undefined}>
      <p className="text-xl font-semibold">
        <span className="numeric">{found}</span>
      </p>
    </Card>
  );
}
