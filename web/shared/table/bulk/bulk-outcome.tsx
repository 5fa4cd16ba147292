/** The result of a bulk action: done, unchanged, and skipped rows with reasons; and a button that reverses it. */
import { CircleCheck, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type BulkResult, changedRows, type SkippedRow } from '../../api/bulk.ts';
import type { Job } from '../../api/job.ts';
import type { SelectedRow } from '../../api/list.ts';
import { Button } from '../../controls/button.tsx';
import { FailedJob } from '../../jobs/failed-job.tsx';
import { actionLabel } from './bulk-words.ts';

/** Largest number of listed rows; beyond it only their number is shown. */
const SHOWN_MAX = 200;

export function LeftRows({ title, rows }: { title: string; rows: readonly SkippedRow[] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="rounded-md border border-edge">
      <h3 className="border-b border-edge px-3 py-1.5 text-xs font-medium text-ink-muted">
        {title} <span className="numeric">{rows.length}</span>
      </h3>
      <ul className="max-h-72 divide-y divide-edge overflow-y-auto">
        {rows.slice(0, SHOWN_MAX).map((row) => (
          <li key={row.id} className="flex gap-3 px-3 py-1.5">
            <bdi className="w-32 shrink-0 truncate font-medium">{row.title ?? row.id}</bdi>
            <span className="min-w-0 flex-1">{row.message}</span>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN_MAX && (
        <p className="border-t border-edge px-3 py-1.5 text-ink-muted">
          {t('table:and_more', { number: rows.length - SHOWN_MAX })}
        </p>
      )}
    </section>
  );
}

export interface BulkOutcomeProps {
  readonly job: Job<BulkResult>;
  readonly onUndo?: (action: string, rows: readonly SelectedRow[]) => void;
}

export function BulkOutcome({ job, onUndo }: BulkOutcomeProps) {
  const { t } = useTranslation();
  const { result } = job;
  if (!result) return <FailedJob text={t('table:bulk_failed')} error={job.error} />;
  const { done, unchanged, refused, asked, cancelled, undo } = result;
  const back = changedRows(result);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CircleCheck size={16} aria-hidden className="text-success-ink" />
        {t('table:bulk_done', { done: done.length, asked })}
        {unchanged.length > 0 && <span>{t('table:bulk_unchanged', { count: unchanged.length })}</span>}
        {undo && onUndo && back.length > 0 && (
          <Button look="quiet" onClick={() => onUndo(undo, back)}>
            {t('table:bulk_undo', { action: actionLabel(undo) })}
          </Button>
        )}
      </p>
      {cancelled && (
        <p className="flex items-center gap-2 text-warning-ink">
          <CircleSlash size={16} aria-hidden />
          {t('table:bulk_cancelled')}
        </p>
      )}
      <LeftRows title={t('table:bulk_refused')} rows={refused} />
    </div>
  );
}
