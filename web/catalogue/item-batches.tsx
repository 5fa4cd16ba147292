/**
 * The quantity on hand of each batch of an item, by inventory, with links to its recall, its correction and its hold,
 * which are below it in a narrow window.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { isExpired, isNamed } from '../../domain/values/batch.ts';
import { type Reads, read } from '../shared/api/read.ts';
import type { StoredRecord } from '../shared/api/record.ts';
import { Day } from '../shared/controls/amount.tsx';
import { InUnits } from '../shared/controls/in-units.tsx';
import { useNarrow } from '../shared/controls/narrow.ts';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { useCan } from '../shared/session/session.ts';
import { localToday } from '../shared/typing/date-words.ts';

type Row = Reads['items/:id/batches'][number];

const COLUMNS = ['batch', 'expires', 'inventory', 'on_hand'] as const;

export default function ItemBatches({ record }: { readonly record: StoredRecord }) {
  const { t } = useTranslation();
  const can = useCan();
  const isNarrow = useNarrow();
  const id = Number(record['item_id']);
  const { data, error, refetch } = useQuery({
    queryKey: ['items', 'batches', id],
    queryFn: () => read('items/:id/batches', { params: { id } }),
    staleTime: 0,
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={6} />;
  if (data.length === 0)
    return <EmptyState title={t('catalogue:batches.none')} text={t('catalogue:batches.none_hint')} />;
  const arePieces = (record['serial_numbers'] ?? 'none') !== 'none';
  const trace = arePieces
    ? { name: 'life', permission: 'reports/serial_numbers', to: '/reports/serial-numbers' }
    : { name: 'recall', permission: 'reports/batch_recall', to: '/reports/batch-recall' };
  const actionsOf = (batch: Row) => {
    const { batch_number, expire_date } = batch;
    if (!isNamed(batch)) return [];
    const search = { item_fk: id, ...(batch_number ? { batch_number } : {}) };
    const traced = arePieces ? { item_fk: id, serial_number: batch_number } : search;
    const named = { ...search, ...(expire_date ? { expire_date } : {}) };
    return [
      ...(batch_number && can(trace.permission) ? [{ ...trace, search: traced }] : []),
      ...(can('batch_corrections/store')
        ? [{ name: 'correct', to: '/warehouse/batch-corrections/new', search: named }]
        : []),
      ...(!batch.is_held && can('batch_holds/store')
        ? [{ name: 'hold', to: '/warehouse/held-batches/new', search: named }]
        : []),
    ];
  };
  const today = localToday();
  return (
    <div className="overflow-x-auto">
      <table className="w-full">
        <thead>
          <tr className="text-ink-muted">
            {COLUMNS.map((name) => (
              <th
                key={name}
                scope="col"
                className={`p-2 font-medium ${name === 'on_hand' ? 'text-end' : 'text-start'}`}
              >
                {t(`catalogue:batches.${name}`)}
              </th>
            ))}
            {!isNarrow && (
              <th scope="col" className="p-2">
                <span className="sr-only">{t('catalogue:batches.recall')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.map((batch) => {
            const links = actionsOf(batch).map(({ name, to, search }) => (
              <Link key={name} to={to} search={search} className="whitespace-nowrap text-accent hover:underline">
                {t(`catalogue:batches.${name}`)}
              </Link>
            ));
            return (
              <Fragment key={`${batch.batch_number} ${batch.expire_date} ${batch.inventory_fk}`}>
                <tr className="border-t border-edge align-middle">
                  <td className="p-2">
                    <bdi className={isNamed(batch) ? 'font-medium' : 'text-ink-muted'}>
                      {batch.batch_number ?? (isNamed(batch) ? '—' : t('catalogue:batches.unnamed'))}
                    </bdi>
                  </td>
                  <td className="p-2">
                    <span className="inline-flex flex-wrap items-center gap-2">
                      {batch.expire_date && <Day value={batch.expire_date} />}
                      {isExpired(batch, today) && <StatusChip tone="danger" label={t('catalogue:batches.expired')} />}
                      {batch.hold_type && (
                        <StatusChip tone="danger" label={t(`catalogue:batches.${batch.hold_type}`)} />
                      )}
                    </span>
                  </td>
                  <td className="p-2">
                    <bdi>{batch.inventory_name}</bdi>
                  </td>
                  <td className="p-2 text-end">
                    <InUnits parts={batch.in_units} />
                  </td>
                  {!isNarrow && (
                    <td className="p-2 text-end">
                      <span className="inline-flex flex-wrap justify-end gap-3">{links}</span>
                    </td>
                  )}
                </tr>
                {isNarrow && links.length > 0 && (
                  <tr>
                    <td colSpan={COLUMNS.length} className="px-2 pb-2">
                      <span className="flex flex-wrap gap-x-4">{links}</span>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
