/** Items that share a name, with links to mend them: one is renamed, or deactivated, or deleted. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import type { Shape } from '../shared/api/wire.ts';
import { InUnits } from '../shared/controls/in-units.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { fieldLabel } from '../shared/language/names.ts';

type SameNames = Reads['items/same_names'];
type SharedName = SameNames['names'][number];

const SAME_NAMES: Shape<SameNames> = { is_refused: 'boolean', total: 'number', names: 'list' };

export const useSameNames = (enabled = true) =>
  useQuery({
    queryKey: ['items', 'same_names'],
    queryFn: ({ signal }) => read('items/same_names', { signal, shape: SAME_NAMES }),
    enabled,
    staleTime: 0,
    meta: { quiet: true },
  });

export function SameNamesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useSameNames();
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  if (data.names.length === 0) {
    return <EmptyState heading title={t('catalogue:same_names.none')} text={t('catalogue:same_names.none_hint')} />;
  }
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4 p-4">
      <h1 className="text-xl font-semibold">{t('catalogue:same_names.title')}</h1>
      <p className="text-ink-muted">{t(`catalogue:same_names.${data.is_refused ? 'refused' : 'allowed'}`)}</p>
      {data.names.map((name) => (
        <Shared key={`${name.field} ${name.items.map(({ item_id }) => item_id).join()}`} shared={name} />
      ))}
      {data.total > data.names.length && (
        <p className="text-ink-muted">{t('catalogue:same_names.more', { count: data.total - data.names.length })}</p>
      )}
    </div>
  );
}

function Shared({ shared: { field, name, items } }: { readonly shared: SharedName }) {
  const { t } = useTranslation();
  return (
    <section aria-label={name} className="rounded-lg border border-edge bg-surface-1 shadow-card">
      <h2 className="flex flex-wrap items-baseline gap-x-2 border-b border-edge px-3 py-2">
        <bdi className="font-semibold">{name}</bdi>
        <span className="text-sm text-ink-muted">{fieldLabel(field)}</span>
      </h2>
      <ul className="divide-y divide-edge">
        {items.map((item) => (
          <li key={item.item_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <Link
              to="/warehouse/items/$id"
              params={{ id: String(item.item_id) }}
              className="min-w-40 flex-1 py-1 text-accent hover:underline"
            >
              <bdi>{item.item_name}</bdi>
            </Link>
            <bdi className="text-xs text-ink-muted">
              {[item.item_code, ...item.barcodes].filter(Boolean).join(' · ')}
            </bdi>
            <bdi className="text-ink-muted">{item.category_name}</bdi>
            {!item.is_active && <StatusChip tone="neutral" label={t('fields:options.status.inactive')} />}
            <span className="inline-flex items-baseline gap-1 whitespace-nowrap">
              <span className="text-sm text-ink-muted">{t('catalogue:batches.on_hand')}</span>
              <InUnits parts={item.in_units} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
