/** Stock value and days of stock, shortages, expiring goods, and goods that are not sold. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { money } from '../../domain/values/money.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { InUnits } from '../shared/controls/in-units.tsx';
import { useMe } from '../shared/session/session.ts';
import { BigAmount, Card, FigureLink, useFigures } from './card.tsx';
import { ofPeriod, type ShownPeriod } from './period.ts';
import { shortItems } from './short-items.ts';

const SHOWN = 5;

export function StockValueCard({ period }: { readonly period: ShownPeriod }) {
  const { t } = useTranslation();
  const stock = useFigures('reports/stock_valuation', {
    per_page: 10,
  });
  // Stock covers all inventories, so sales of all outlets are used.
  const { outlet_fk: _outlet, ...days } = ofPeriod(period);
  const sold = useFigures('reports/sales', {
    ...days,
    group: 'month',
    per_page: 10,
  });
  const cost = money(sold?.totals.cost ?? '0');
  const lasts = cost > 0n ? divideRounded(money(stock?.totals.value ?? '0') * BigInt(period.days), cost) : undefined;
  return (
    <Card title={t('dashboard:stock_value')} to="/reports/stock-valuation" loaded={stock !== undefined}>
      <BigAmount value={stock?.totals.value ?? '0'} />
      {lasts !== undefined && (
        <p className="text-xs text-ink-muted">
          <FigureLink>{t('dashboard:lasts', { count: Number(lasts) })}</FigureLink>
        </p>
      )}
    </Card>
  );
}

/** An item has a row for each inventory that contains it. */
const ROWS_READ = 200;

export function ShortagesCard() {
  const { t } = useTranslation();
  const alerts = useFigures('stocks/alerts');
  const found = useFigures('stocks', { shortage: 1, per_page: ROWS_READ });
  return (
    <Card
      title={t('dashboard:shortages')}
      to="/warehouse/warehouse"
      search={{ shortage: 'true' }}
      loaded={alerts !== undefined && found !== undefined}
    >
      <Count of={alerts?.shortages ?? 0} />
      <Items>
        {shortItems(found?.data ?? [])
          .slice(0, SHOWN)
          .map(({ item_fk, item_name, in_units }) => (
            <Item key={item_fk} item={item_fk} name={item_name}>
              <InUnits parts={in_units} />
            </Item>
          ))}
      </Items>
    </Card>
  );
}

export function ExpiringCard() {
  const { t } = useTranslation();
  const found = useFigures('reports/expired_items', { per_page: 10 });
  return (
    <Card title={t('dashboard:expiring')} to="/reports/expired-items" loaded={found !== undefined}>
      <Count of={found?.total ?? 0} />
      <Items>
        {found?.data.slice(0, SHOWN).map(({ item_fk, item_name, expire_date, quantity }) => (
          <Item key={`${item_fk} ${expire_date} ${quantity}`} item={item_fk} name={item_name}>
            <Day value={expire_date} />
          </Item>
        ))}
      </Items>
    </Card>
  );
}

/** Goods on hand without a sale for long, with their value for those who see costs. */
export function UnsoldCard() {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const found = useFigures('reports/slow_stock', { per_page: 10 });
  return (
    <Card title={t('names:slow_stock')} to="/reports/slow-stock" loaded={found !== undefined}>
      <Count of={found?.total ?? 0} />
      <Items>
        {found?.data.slice(0, SHOWN).map(({ item_fk, item_name, in_units, value }) => (
          <Item key={item_fk} item={item_fk} name={item_name}>
            {value === null ? (
              <InUnits parts={in_units} />
            ) : (
              <Amount value={value} decimals={system_currency.decimals} />
            )}
          </Item>
        ))}
      </Items>
    </Card>
  );
}

const Count = ({ of }: { readonly of: number }) => (
  <p className="text-xl font-semibold">
    <FigureLink>
      <Amount value={String(of)} />
    </FigureLink>
  </p>
);

const Items = ({ children }: { readonly children: ReactNode }) => <ul className="text-xs">{children}</ul>;

function Item({
  item,
  name,
  children,
}: {
  readonly item: number;
  readonly name: string | null;
  readonly children: ReactNode;
}) {
  return (
    <li className="text-ink-muted">
      <FigureLink
        target={{ to: '/reports/item-transaction', search: { item_fk: item } }}
        className="flex min-h-6 items-center justify-between gap-2"
      >
        <bdi className="truncate">{name}</bdi>
        <span className="shrink-0">{children}</span>
      </FigureLink>
    </li>
  );
}
