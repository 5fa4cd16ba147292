/** The items sold most in the shown days. */
import { useTranslation } from 'react-i18next';
import { Amount } from '../shared/controls/amount.tsx';
import { useMe } from '../shared/session/session.ts';
import { Card, FigureLink, useFigures } from './card.tsx';
import { ofPeriod, type ShownPeriod, soldOf } from './period.ts';

const SHOWN = 8;

export function ActiveItemsCard({ period }: { readonly period: ShownPeriod }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const times = ofPeriod(period);
  const found = useFigures('reports/most_active_items', {
    ...times,
    order: 'revenue',
    per_page: 10,
  });
  const sold = found?.data.flatMap(({ item_fk, ...row }) => (item_fk === null ? [] : [{ item_fk, ...row }]));
  return (
    <Card
      title={t('dashboard:most_sold', { count: period.days })}
      to="/reports/most-active-items"
      search={times}
      width="whole"
      loaded={found !== undefined}
    >
      {sold?.length === 0 && <p className="text-ink-muted">{t('dashboard:nothing_sold')}</p>}
      <ul className="grid grid-cols-1 gap-x-8 md:grid-cols-2">
        {sold?.slice(0, SHOWN).map(({ item_fk, item_name, quantity, revenue }) => (
          <li key={item_fk} className="border-b border-edge py-1.5">
            <FigureLink target={soldOf(item_fk, period)} className="flex items-baseline justify-between gap-3">
              <bdi className="truncate">{item_name}</bdi>
              <span className="flex shrink-0 gap-4">
                <Amount value={quantity} className="text-ink-muted" />
                <Amount value={revenue} decimals={system_currency.decimals} className="w-28 text-end" />
              </span>
            </FigureLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
