/** Cash and bank balances, receivables, payables, and pending orders. */
import { useTranslation } from 'react-i18next';
import { Amount } from '../shared/controls/amount.tsx';
import { useMe } from '../shared/session/session.ts';
import { BigAmount, Card, FigureLink, useFigures } from './card.tsx';
import { cashOf } from './period.ts';

export function CashCard({ outlet }: { readonly outlet: number | undefined }) {
  const { t } = useTranslation();
  const { currencies } = useMe();
  const found = useFigures('show_total_cash_balance', outlet === undefined ? {} : { outlet_fk: outlet });
  return (
    <Card title={t('dashboard:cash')} {...cashOf(outlet)} loaded={found !== undefined}>
      <BigAmount value={found?.total ?? '0'} />
      <ul className="text-xs text-ink-muted">
        {found?.currencies.map(({ currency_fk, currency_name, balance }) => {
          const decimals = currencies.find((currency) => currency.currency_id === currency_fk)?.decimals ?? 2;
          return (
            <li key={currency_fk}>
              <FigureLink
                target={cashOf(outlet, currency_fk)}
                className="flex min-h-6 items-center justify-between gap-2"
              >
                <bdi>{currency_name}</bdi>
                <Amount value={balance} decimals={decimals} decimalsMin={decimals} />
              </FigureLink>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type Ages = Readonly<Record<(typeof AGES)[number], string>>;

/** Ages of open items from the newest to the oldest, and what the business owes them: together the balance. */
const AGES = ['not_due', 'days_0_30', 'days_31_60', 'days_61_90', 'over_90', 'credit'] as const;

interface OwedCardProps {
  readonly party: 'customers' | 'suppliers';
  readonly outlet: number | undefined;
}

export function OwedCard({ party, outlet }: OwedCardProps) {
  const { t } = useTranslation();
  const ofOutlet = outlet === undefined ? {} : { outlet_fk: outlet };
  const found = useFigures(`reports/${party}_ageing`, { ...ofOutlet, per_page: 10 });
  const to = party === 'customers' ? '/reports/customer-ageing' : '/reports/supplier-ageing';
  return (
    <Card title={t(`dashboard:owed.${party}`)} to={to} search={ofOutlet} loaded={found !== undefined}>
      <BigAmount value={found?.totals.base ?? '0'} />
      {found?.currencies.map(({ currency_fk, currency_name, ...ages }) => (
        <AgesOf key={currency_fk} currency={currency_fk} name={currency_name} ages={ages} />
      ))}
    </Card>
  );
}

interface AgesOfProps {
  readonly currency: number;
  readonly name: string | null;
  readonly ages: Ages;
}

/** By age, in one currency; zero amounts are omitted. */
function AgesOf({ currency, name, ages }: AgesOfProps) {
  const { t } = useTranslation();
  const { currencies } = useMe();
  const decimals = currencies.find(({ currency_id }) => currency_id === currency)?.decimals ?? 2;
  const open = AGES.filter((age) => ages[age] !== '0');
  if (open.length === 0) return null;
  return (
    <dl className="text-xs text-ink-muted">
      <dt className="font-medium">
        <bdi>{name}</bdi>
      </dt>
      {open.map((age) => (
        <dd key={age}>
          <FigureLink className="flex min-h-6 items-center justify-between gap-2">
            <span>{t(`report:columns.${age === 'credit' ? 'credit_left' : age}`)}</span>
            <Amount value={ages[age]} decimals={decimals} decimalsMin={decimals} />
          </FigureLink>
        </dd>
      ))}
    </dl>
  );
}

export function PendingOrdersCard() {
  const { t } = useTranslation();
  const found = useFigures('online_orders/pending_order_alert');
  return (
    <Card title={t('dashboard:pending_orders')} to="/sales/online-orders" loaded={found !== undefined}>
      <p className="text-xl font-semibold">
        <FigureLink>
          <Amount value={String(found ?? 0)} />
        </FigureLink>
      </p>
    </Card>
  );
}
