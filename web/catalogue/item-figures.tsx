/** The figures for which the page of an item is opened: stock, cost, last sale and purchase. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import type { StoredRecord } from '../shared/api/record.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { InUnits } from '../shared/controls/in-units.tsx';
import { unitsOf } from '../shared/document/model/goods/items.ts';
import { useMe } from '../shared/session/session.ts';
import { unitParts } from '../shared/typing/unit-text.ts';

export type Overview = Reads['items/:id/overview'];
export type LastLine = NonNullable<Overview['last_sale']>;
export type Level = Overview['inventories'][number];

export const useOverview = (id: number) =>
  useQuery({
    queryKey: ['items', 'overview', id],
    queryFn: () => read('items/:id/overview', { params: { id }, shape: { inventories: 'list', open: 'list' } }),
    staleTime: 0,
    meta: { quiet: true },
  });

export const isService = (record: StoredRecord): boolean => record['item_type'] === 'service';

/** The four figures that an item is opened for, above its fields. */
export const ItemFigures = (record: StoredRecord): ReactNode => <Figures record={record} />;

function Figures({ record }: { readonly record: StoredRecord }) {
  const { t } = useTranslation();
  const { data } = useOverview(Number(record['item_id']));
  if (!data) return null;
  const { last_sale, last_purchase } = data;
  return (
    <dl
      className="flex flex-wrap items-baseline gap-x-8 gap-y-1 rounded-lg border border-edge bg-surface-1 px-4 py-3"
      data-item-figures
    >
      {!isService(record) && (
        <Figure label={t('catalogue:overview.on_hand')}>
          <span className="text-lg font-semibold">
            <InUnits parts={unitParts(data.stock, unitsOf(record))} />
          </span>
        </Figure>
      )}
      {data.average_cost !== null && (
        <Figure label={t('catalogue:overview.cost')}>
          <SystemAmount value={data.average_cost} />
        </Figure>
      )}
      {last_sale && (
        <Figure label={t('catalogue:overview.last_sale')}>
          <LastTrade trade={last_sale} />
        </Figure>
      )}
      {last_purchase && (
        <Figure label={t('catalogue:overview.last_purchase')}>
          <LastTrade trade={last_purchase} />
        </Figure>
      )}
    </dl>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-ink-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function SystemAmount({ value }: { readonly value: string }) {
  const { system_currency } = useMe();
  return (
    <span className="whitespace-nowrap">
      <Amount value={value} decimals={4} decimalsMin={system_currency.decimals} />{' '}
      <span className="text-xs text-ink-muted">{system_currency.symbol}</span>
    </span>
  );
}

export function LastTrade({ trade }: { readonly trade: LastLine }) {
  const { currencies } = useMe();
  const { price, currency_fk, unit_name, date } = trade;
  const currency = currencies.find(({ currency_id }) => currency_id === currency_fk);
  return (
    <span className="whitespace-nowrap max-md:whitespace-normal">
      <Amount value={price} decimals={4} decimalsMin={currency?.decimals ?? 2} />{' '}
      <span className="text-xs text-ink-muted">
        {currency?.symbol} / <bdi>{unit_name}</bdi> · <Day value={date} />
      </span>
    </span>
  );
}
