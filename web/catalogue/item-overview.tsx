/** What is on hand of an item and where, its cost, how it was sold and bought last, and its open orders. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredRecord } from '../shared/api/record.ts';
import { Day } from '../shared/controls/amount.tsx';
import { InUnits } from '../shared/controls/in-units.tsx';
import { type SmallColumn, SmallTable } from '../shared/controls/small-table.tsx';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { type ItemUnit, unitsOf } from '../shared/document/model/goods/items.ts';
import { DocumentLink, LINK } from '../shared/report/report-links.tsx';
import { useCan } from '../shared/session/session.ts';
import { signOf } from '../shared/typing/number-format.ts';
import { unitParts } from '../shared/typing/unit-text.ts';
import ItemBatches from './item-batches.tsx';
import {
  isService,
  type LastLine,
  LastTrade,
  type Level,
  type Overview,
  SystemAmount,
  useOverview,
} from './item-figures.tsx';

export default function ItemOverview({ record }: { readonly record: StoredRecord }) {
  const { t } = useTranslation();
  const can = useCan();
  const id = Number(record['item_id']);
  const { data, error, refetch } = useOverview(id);
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={6} />;
  const units = unitsOf(record);
  const hasPieces = (record['serial_numbers'] ?? 'none') !== 'none';
  const isTracked = record['has_expire'] === true || record['has_batch_number'] === true || hasPieces;
  const ofParty = {
    head: t('catalogue:overview.party'),
    cell: ({ party_name }: { readonly party_name: string | null }) => <bdi>{party_name ?? '—'}</bdi>,
  };
  const trades = [data.last_sale, data.last_purchase].filter((trade) => trade !== null);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4 p-4">
      {!isService(record) && (
        <Part title={t('catalogue:overview.stock')}>
          {data.inventories.length === 0 ? (
            <p className="text-ink-muted">{t('catalogue:batches.none')}</p>
          ) : (
            <SmallTable
              columns={stockColumns(data, units, t)}
              rows={data.inventories}
              keyOf={(row) => row.inventory_fk}
            />
          )}
          {can('reports/item_transactions') && (
            <Link to="/reports/item-transaction" search={{ item_fk: id }} className={LINK}>
              {t('catalogue:overview.movements')}
            </Link>
          )}
        </Part>
      )}
      {isTracked && (
        <Part title={t('catalogue:batches.title')}>
          <ItemBatches record={record} />
        </Part>
      )}
      {trades.length > 0 && (
        <Part title={t('catalogue:overview.trades')}>
          <SmallTable
            columns={[
              { head: t('catalogue:overview.document'), cell: (trade) => <LinkOf document={trade} /> },
              ofParty,
              { head: t('catalogue:overview.price'), number: true, cell: (trade) => <LastTrade trade={trade} /> },
            ]}
            rows={trades}
            keyOf={({ document_kind }) => document_kind}
          />
        </Part>
      )}
      {data.open.length > 0 && (
        <Part title={t('catalogue:overview.open')}>
          <SmallTable
            columns={[
              { head: t('catalogue:overview.document'), cell: (open) => <LinkOf document={open} /> },
              {
                head: t('catalogue:overview.left'),
                number: true,
                cell: ({ quantity }) => <InUnits parts={unitParts(quantity, units)} />,
              },
              { head: t('catalogue:overview.what'), cell: ({ figure }) => t(`catalogue:overview.${figure}`) },
              { head: t('catalogue:overview.date'), isWideOnly: true, cell: ({ date }) => <Day value={date} /> },
              // A transfer between own inventories has none.
              ...(data.open.some(({ party_name }) => party_name !== null) ? [ofParty] : []),
            ]}
            rows={data.open}
            keyOf={({ document_kind, document_id }) => `${document_kind}-${document_id}`}
          />
        </Part>
      )}
    </div>
  );
}

function stockColumns(
  { average_cost, undelivered }: Overview,
  units: readonly ItemUnit[],
  t: (key: string) => string,
): readonly SmallColumn<Level>[] {
  const costs: readonly SmallColumn<Level>[] = [
    {
      head: t('catalogue:overview.cost'),
      number: true,
      cell: (row) => row.average_cost !== null && <SystemAmount value={row.average_cost} />,
    },
    {
      head: t('catalogue:overview.value'),
      number: true,
      cell: (row) => row.value !== null && <SystemAmount value={row.value} />,
    },
  ];
  const later: SmallColumn<Level> = {
    head: t('catalogue:overview.undelivered'),
    number: true,
    cell: (row) => <InUnits parts={unitParts(row.undelivered, units)} />,
  };
  return [
    { head: t('catalogue:overview.inventory'), cell: (row) => <bdi>{row.inventory_name}</bdi> },
    {
      head: t('catalogue:overview.on_hand'),
      number: true,
      cell: (row) => <InUnits parts={unitParts(row.quantity, units)} />,
    },
    ...(signOf(undelivered) ? [later] : []),
    ...(average_cost === null ? [] : costs),
  ];
}

function LinkOf({ document }: { readonly document: Pick<LastLine, 'document_kind' | 'document_id' | 'number'> }) {
  return <DocumentLink kind={document.document_kind} id={document.document_id} number={document.number} />;
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 overflow-x-auto rounded-lg border border-edge bg-surface-1 p-3">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}
