/** The imports of files that were made: what each stored, what it has made, and taking it back. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { List, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportMade, ImportState } from '../../../domain/imports/imports-made.ts';
import { read } from '../../shared/api/read.ts';
import { Moment } from '../../shared/controls/amount.tsx';
import { Button, IconButton } from '../../shared/controls/button.tsx';
import { type SmallColumn, SmallTable } from '../../shared/controls/small-table.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../shared/controls/states.tsx';
import { StatusChip, type Tone } from '../../shared/controls/status-chip.tsx';
import { WideTable } from '../../shared/controls/wide-table.tsx';
import { MadeThings } from './made-things.tsx';
import { TakeBackImport } from './take-back-import.tsx';

const TONES: Readonly<Record<ImportState, Tone>> = {
  running: 'info',
  broken_off: 'warning',
  made: 'success',
  nothing: 'neutral',
  partly: 'warning',
  taken_back: 'neutral',
};
/** What it has made may still be there. */
const CAN_BE_TAKEN_BACK: ReadonlySet<ImportState> = new Set(['broken_off', 'made', 'partly']);

/** As many as the server lists at a time. */
const PAGE = 50;

type Opened = { readonly of: ImportMade; readonly as: 'things' | 'taking_back' };

export function ImportsMade() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened>();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['imports_made'],
    queryFn: ({ signal, pageParam }) => read('imports/made', { signal, query: { before: pageParam || undefined } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.import_id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
    meta: { quiet: true },
  });
  const close = () => setOpened(undefined);
  return (
    <div className="flex h-full flex-col gap-3 px-4 pt-3 pb-4">
      <h1 className="text-xl font-semibold">{t('import:made.title')}</h1>
      {error && !data && <FailedState problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={6} />}
      {data?.length === 0 && <EmptyState title={t('import:made.none')} text={t('import:made.none_text')} />}
      {data && data.length > 0 && <Rows rows={data} onOpen={setOpened} />}
      {hasNextPage && (
        <Button className="self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('import:made.more')}
        </Button>
      )}
      {opened?.as === 'things' && <MadeThings of={opened.of} onClose={close} />}
      {opened?.as === 'taking_back' && <TakeBackImport of={opened.of} onTaken={() => void refetch()} onClose={close} />}
    </div>
  );
}

function Rows({ rows, onOpen }: { rows: readonly ImportMade[]; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation();
  const nameOf = ({ file_name }: ImportMade) => file_name ?? t('import:made.no_name');
  const columns: readonly SmallColumn<ImportMade>[] = [
    { head: t('import:made.when'), cell: ({ started_at }) => <Moment value={started_at} />, isWideOnly: true },
    { head: t('import:made.kind'), cell: ({ format }) => t(`import:titles.${format}`), isWideOnly: true },
    {
      head: t('import:made.file'),
      cell: (row) => (
        <>
          <bdi className="wrap-anywhere">{nameOf(row)}</bdi>
          <span className="block text-xs text-ink-muted md:hidden">
            <Moment value={row.started_at} />
          </span>
        </>
      ),
    },
    { head: t('import:made.person'), cell: ({ user_name }) => <bdi>{user_name}</bdi>, isWideOnly: true },
    { head: t('import:made.made'), cell: ({ made }) => made, number: true, isWideOnly: true },
    { head: t('import:made.updated'), cell: ({ updated }) => updated, number: true, isWideOnly: true },
    { head: t('import:made.left_out'), cell: ({ left_out }) => left_out, number: true, isWideOnly: true },
    {
      head: t('import:made.state'),
      cell: ({ state }) => <StatusChip tone={TONES[state]} label={t(`import:made.states.${state}`)} />,
    },
    {
      head: t('import:made.actions'),
      cell: (row) => (
        <span className="flex gap-1">
          <IconButton
            icon={List}
            label={`${t('import:made.show')}: ${nameOf(row)}`}
            onClick={() => onOpen({ of: row, as: 'things' })}
          />
          {CAN_BE_TAKEN_BACK.has(row.state) && (
            <IconButton
              icon={Undo2}
              mirror
              label={`${t('import:made.take_back')}: ${nameOf(row)}`}
              onClick={() => onOpen({ of: row, as: 'taking_back' })}
            />
          )}
        </span>
      ),
    },
  ];
  return (
    <WideTable label={t('import:made.title')} className="rounded-lg border border-edge bg-surface-1 shadow-card">
      <SmallTable columns={columns} rows={rows} keyOf={({ import_id }) => import_id} />
    </WideTable>
  );
}
