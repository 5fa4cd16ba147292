/**
 * The history of a record or document: every event with person, time and reason, and every changed field before and
 * after.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../api/read.ts';
import { Moment } from '../controls/amount.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../controls/states.tsx';
import { Changes } from './changes.tsx';
import { eventWords } from './event-words.ts';
import { reasonWords } from './reason-words.ts';

export type HistoryEntry = Reads[':resource/:id/history'][number];

/** Newest first. Requires `historyPermission` of the resource. */
export function History({ endpoint, id }: { endpoint: string; id: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [endpoint, 'history', id],
    queryFn: ({ signal }) => read(':resource/:id/history', { params: { resource: endpoint, id }, signal }),
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={4} />;
  if (data.length === 0) return <EmptyState title={t('history:none')} />;
  return (
    <ol className="px-4 py-3">
      {data.toReversed().map((entry) => (
        <Entry key={String(entry.position)} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation();
  // The event itself states that a record was deleted or restored.
  const changes = entry.changes.filter(({ field }) => field !== 'is_retired');
  return (
    <li className="relative border-s border-edge pb-5 ps-5 last:pb-1">
      <span
        aria-hidden
        className="absolute -start-1.25 top-1.5 size-2.5 rounded-full border-2 border-surface-1 bg-accent"
      />
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{eventWords(entry.type)}</span>
        <bdi>{entry.user_name ?? t('history:system')}</bdi>
        <span className="text-xs text-ink-muted">
          <Moment value={entry.recorded_at} />
        </span>
        {entry.outlet_name && <bdi className="text-xs text-ink-muted">{entry.outlet_name}</bdi>}
        {entry.device && <bdi className="text-xs text-ink-muted">{entry.device}</bdi>}
      </p>
      {entry.reason && <p className="text-ink-muted">{reasonWords(entry.reason)}</p>}
      {changes.length > 0 && (
        <div className="mt-1 flex flex-col gap-2 text-xs">
          <Changes changes={changes} />
        </div>
      )}
    </li>
  );
}
