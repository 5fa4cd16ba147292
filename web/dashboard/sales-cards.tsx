/** What was sold today, this month, and on each of the last thirty days. */
import { useTranslation } from 'react-i18next';
import { money, printMoney, sum } from '../../domain/kernel/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { useMe } from '../shared/session/session.ts';
import { addDays, formatDate, localToday } from '../shared/typing/date-words.ts';
import { BigAmount, Card, useFigures } from './card.tsx';

interface SalesDay {
  readonly key: string;
  readonly documents: number;
  readonly revenue: string;
  readonly profit: string | null;
}

const DAYS = 30;

export function SalesCards() {
  const { t } = useTranslation();
  const today = localToday();
  const [since, month] = [addDays(today, 1 - DAYS), `${today.slice(0, 7)}-01`];
  const from = since < month ? since : month;
  const found = useFigures<{ readonly data: readonly SalesDay[] }>('reports/sales', {
    ...{ from, as_at: today, group: 'day', per_page: 50 },
  });
  const days = new Map((found?.data ?? []).map((day) => [day.key, day]));
  const ofMonth = [...days.values()].filter(({ key }) => key >= month);
  const profits = ofMonth.flatMap(({ profit }) => (profit === null ? [] : [money(profit)]));
  return (
    <>
      <Card
        title={t('dashboard:sales_today')}
        to="/reports/sales"
        search={{ from: today, as_at: today }}
        loaded={found !== undefined}
      >
        <BigAmount value={days.get(today)?.revenue ?? '0'} />
        <p className="text-xs text-ink-muted">
          {t('dashboard:documents', { number: String(days.get(today)?.documents ?? 0) })}
        </p>
      </Card>
      <Card
        title={t('dashboard:sales_of_month')}
        to="/reports/sales"
        search={{ from: month, as_at: today }}
        loaded={found !== undefined}
      >
        <BigAmount value={printMoney(sum(ofMonth.map(({ revenue }) => money(revenue))))} />
        {profits.length > 0 && <Profit value={printMoney(sum(profits))} />}
      </Card>
      <Card
        title={t('dashboard:last_days', { days: String(DAYS) })}
        to="/reports/sales"
        search={{ from: since, as_at: today, show: 'chart' }}
        width="wide"
        loaded={found !== undefined}
      >
        <Bars days={Array.from({ length: DAYS }, (_, back) => addDays(since, back))} sold={days} />
      </Card>
    </>
  );
}

function Profit({ value }: { value: string }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  return (
    <p className="text-xs text-ink-muted">
      {t('dashboard:profit')} <Amount value={value} decimals={system_currency.decimals} />
    </p>
  );
}

/** The first day stands where reading begins; the figures are in the report behind the heading. */
function Bars({ days, sold }: { days: readonly string[]; sold: ReadonlyMap<string, SalesDay> }) {
  const { t } = useTranslation();
  const amounts = days.map((day) => {
    const revenue = money(sold.get(day)?.revenue ?? '0');
    return revenue > 0n ? revenue : 0n;
  });
  const largest = amounts.reduce((most, amount) => (amount > most ? amount : most), 1n);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const label = t('dashboard:bars', { from: formatDate(first), to: formatDate(last) });
  return (
    <div className="flex h-20 items-end gap-0.5" role="img" aria-label={label}>
      {days.map((day, index) => (
        <span
          key={day}
          title={`${formatDate(day)}: ${sold.get(day)?.revenue ?? '0'}`}
          className="min-h-px flex-1 rounded-t-xs bg-accent"
          style={{ blockSize: `${Number(((amounts[index] ?? 0n) * 1000n) / largest) / 10}%` }}
        />
      ))}
    </div>
  );
}
