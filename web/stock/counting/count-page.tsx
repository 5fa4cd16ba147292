/**
 * The page on which a person counts, for phones: scanning or typing, the last counted lines, which can be removed, and the
 * quantities that all people have counted. Quantities of the books are not shown: the count is blind until its completion.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CloudOff, CloudUpload } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../shared/api/error.ts';
import { SectionNotFoundPage } from '../../shared/controls/not-found.tsx';
import { FailedState, SkeletonLines } from '../../shared/controls/states.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { documentPage } from '../../shared/navigation/document-pages.ts';
import { notifyError } from '../../shared/notify/notify.ts';
import { useCan, useMe } from '../../shared/session/session.ts';
import { CountedTable } from './counted-table.tsx';
import { Counting } from './counting.tsx';
import { FinishRound } from './finish-round.tsx';
import { ImportEntries } from './import-entries.tsx';
import { LastLines } from './last-lines.tsx';
import { type CountedItem, ROUND_TONES, type Round, roundKey, useGoods, useRound } from './round.ts';
import { countUnsent } from './shown-lines.ts';
import { WaitingEntries, type WaitingEntry } from './waiting.ts';

export function CountPage({ id }: { readonly id: number }) {
  const { data: round, error, refetch } = useRound(id);
  const { data: goods, error: goodsError, refetch: refetchGoods } = useGoods(id);
  // Another person counted an item that was not listed when the goods were loaded.
  const isUnknown = round?.entries.some((entry) => !goods?.some(({ item_fk }) => item_fk === entry.item_fk)) === true;
  useEffect(() => {
    if (isUnknown) void refetchGoods();
  }, [isUnknown, refetchGoods]);
  if (error instanceof ApiError && error.status === 404) return <SectionNotFoundPage />;
  // Without a connection, counting continues with the data that were loaded before.
  if (error && !round) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (goodsError && !goods) return <FailedState problem={goodsError} onRetry={() => void refetchGoods()} />;
  if (!round || !goods) return <SkeletonLines lines={8} />;
  return <OpenedRound id={id} round={round} goods={goods} isOffline={error !== null} />;
}

interface OpenedProps {
  readonly id: number;
  readonly round: Round;
  readonly goods: readonly CountedItem[];
  readonly isOffline: boolean;
}

function OpenedRound({ id, round, goods, isOffline }: OpenedProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [waiting, entries] = useWaiting(id);
  const { entries: read } = round;
  useEffect(() => waiting.read(read.map(({ entry_uuid }) => entry_uuid)), [waiting, read]);
  const unsent = countUnsent(entries);
  const isOpen = round.status === 'open';
  const isCounting = isOpen && can('count_rounds/update');
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-4 max-md:p-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-semibold">{t('documents:count_round.number', { number: round.number ?? '' })}</h1>
        <StatusChip tone={ROUND_TONES[round.status]} label={t(`fields:options.status.${round.status}`)} />
        <bdi className="text-ink-muted">{round.inventory_name}</bdi>
      </div>
      <Progress {...{ round, entries, unsent, isOffline }} />
      {isCounting && <Counting {...{ id, round, goods, waiting }} />}
      <LastLines {...{ id, round, goods, waiting, entries, isCounting }} />
      {round.completed && (
        <p className="rounded-md bg-success px-3 py-2 text-success-ink">
          {t('counting:completed')}{' '}
          <Link
            to={`${documentPage('inventory_adjustments').path}/${round.completed.inventory_adjustment_fk}`}
            className="underline"
          >
            {t('counting:open_count')}
          </Link>
        </p>
      )}
      {round.status === 'cancelled' && <p className="text-ink-muted">{t('counting:cancelled')}</p>}
      <CountedTable {...{ id, round, goods }} />
      {isCounting && <ImportEntries {...{ id, round }} />}
      {isOpen && <FinishRound {...{ id, round }} unsent={unsent} />}
    </div>
  );
}

/** The entries of this device that are not read from the server yet; unsent ones are loaded once, and sent while the page is open. */
function useWaiting(id: number): readonly [WaitingEntries, readonly WaitingEntry[]] {
  const { t } = useTranslation();
  const { user_id } = useMe();
  const client = useQueryClient();
  const [waiting] = useState(
    () => new WaitingEntries(id, user_id, () => void client.invalidateQueries({ queryKey: roundKey(id), exact: true })),
  );
  useEffect(() => {
    waiting.open().catch((problem: unknown) => {
      const reason = problem instanceof Error ? problem.message : String(problem);
      notifyError(t('counting:stored', { reason }));
    });
    const again = () => void waiting.send();
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      waiting.close();
    };
  }, [waiting, t]);
  return [waiting, useSyncExternalStore(waiting.subscribe, waiting.current)];
}

function Progress({
  round,
  entries,
  unsent,
  isOffline,
}: Omit<OpenedProps, 'id' | 'goods'> & { readonly entries: readonly WaitingEntry[]; readonly unsent: number }) {
  const { t } = useTranslation();
  const own = entries.filter(({ problem }) => problem === undefined);
  const done = new Set([...round.entries, ...own].map(({ item_fk }) => item_fk));
  const all = round.items.length;
  const counted = round.items.filter(({ item_fk }) => done.has(item_fk)).length;
  const words = t('counting:progress', { counted: String(counted), all: String(all) });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <progress value={counted} max={all} aria-label={words} className="h-2 w-40" />
      <span className="text-ink-muted">{words}</span>
      {unsent > 0 && (
        <StatusChip tone="warning" icon={CloudUpload} label={t('counting:waiting', { number: String(unsent) })} />
      )}
      {isOffline && (
        <p
          role="status"
          className="flex basis-full items-center gap-2 rounded-md bg-warning px-3 py-2 text-warning-ink"
        >
          <CloudOff size={16} aria-hidden className="shrink-0" />
          {t('counting:offline')}
        </p>
      )}
    </div>
  );
}
