/** Sales of today and of the shown days, day by day with the comparison, and the profit. */

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { money, printMoney, sum } from '../../domain/values/money.ts';
import type { Reads } from '../shared/api/read.ts';
import type { ChartData } from '../shared/chart/chart-data.ts';
import { ChartFigure } from '../shared/chart/chart-figure.tsx';
import { Amount } from '../shared/controls/amount.tsx';
import { useMe } from '../shared/session/session.ts';
import { formatDate } from '../shared/typing/date-words.ts';
import { percentOf } from '../shared/typing/percent.ts';
import { BigAmount, Card, FigureLink, useFigures } from './card.tsx';
import { Change } from './change.tsx';
import { daysFrom, ofPeriod, type ShownPeriod } from './period.ts';

type SalesDay = Reads['reports/sales']['data'][number];

const CHART_HEIGHT = 220;

interface SalesCardsProps {
  readonly period: ShownPeriod;
  /** Content between the figures and the chart, which has its own row. */
  readonly children: ReactNode;
}

export function SalesCards({ period, children }: SalesCardsProps) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { days, from, before, today } = period;
  const found = useFigures('reports/sales', {
    ...ofPeriod(period),
    from: before,
    group: 'day',
    per_page: 200,
  });
  const sold = new Map((found?.data ?? []).map((day) => [day.key, day]));
  const [shown, earlier] = [daysFrom(from, days), daysFrom(before, days)];
  const revenue = sumOf(shown, sold, 'revenue');
  const profit = sumOf(shown, sold, 'profit');
  const chart: ChartData = {
    title: t('dashboard:bars', { from: formatDate(from), to: formatDate(today) }),
    of: 'time',
    categories: shown.map((day) => ({
      key: day,
      label: formatDate(day),
      target: { to: '/reports/sales', search: { ...ofPeriod(period), from: day, as_at: day, group: 'invoice' } },
    })),
    series: [
      { name: 'now', label: t('dashboard:these_days'), tone: 'accent', values: revenueOf(shown, sold) },
      { name: 'before', label: t('dashboard:days_before'), tone: 'before', values: revenueOf(earlier, sold) },
    ],
    unit: system_currency.symbol,
    decimals: system_currency.decimals,
  };
  const isLoaded = found !== undefined;
  const search = ofPeriod(period);
  return (
    <>
      <Card
        title={t('dashboard:sales_today')}
        to="/reports/sales"
        search={{ ...search, from: today }}
        loaded={isLoaded}
      >
        <BigAmount value={sold.get(today)?.revenue ?? '0'} />
        <p className="text-xs text-ink-muted">
          <FigureLink target={{ to: '/reports/sales', search: { ...search, from: today, group: 'invoice' } }}>
            {t('dashboard:documents', { count: sold.get(today)?.documents ?? 0 })}
          </FigureLink>
        </p>
      </Card>
      <Card title={t('dashboard:last_days', { count: days })} to="/reports/sales" search={search} loaded={isLoaded}>
        <BigAmount value={revenue} />
        <Change now={revenue} before={sumOf(earlier, sold, 'revenue')} days={days} />
      </Card>
      {found?.data.some((day) => day.profit !== null) && (
        <Card title={t('dashboard:profit')} to="/reports/items-profit" search={search} loaded={isLoaded}>
          <BigAmount value={profit} />
          <p className="text-xs text-ink-muted">
            <FigureLink>
              {t('dashboard:margin')} <Amount value={percentOf(profit, revenue)} decimals={1} />%
            </FigureLink>
          </p>
          <Change now={profit} before={sumOf(earlier, sold, 'profit')} days={days} />
        </Card>
      )}
      {children}
      <Card
        title={t('dashboard:day_by_day', { count: days })}
        to="/reports/sales"
        search={{ ...search, show: 'chart' }}
        width="whole"
        loaded={isLoaded}
      >
        <ChartFigure chart={chart} height={CHART_HEIGHT} />
      </Card>
    </>
  );
}

type Sold = ReadonlyMap<string, SalesDay>;

const revenueOf = (days: readonly string[], sold: Sold): readonly string[] =>
  days.map((day) => sold.get(day)?.revenue ?? '0');

const sumOf = (days: readonly string[], sold: Sold, name: 'revenue' | 'profit'): string =>
  printMoney(sum(days.map((day) => money(sold.get(day)?.[name] ?? '0'))));
