/**
 * The dialog of a bulk action: first the rows it would skip and why, then its progress, then the result of each row.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, bulkRequest, previewBulk, startBulk } from '../../api/bulk.ts';
import { useWrite } from '../../api/idempotency.ts';
import { cancelJob } from '../../api/job.ts';
import type { SelectedRow } from '../../api/list.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { FailedState, SkeletonLines } from '../../controls/states.tsx';
import { AnswersOnEnter } from '../../form/answers-on-enter.tsx';
import { ReasonField } from '../../form/fields/reason-field.tsx';
import { Lacking } from '../../form/lacking.tsx';
import { JobBar } from '../../jobs/job-bar.tsx';
import { rememberJob } from '../../jobs/started-jobs.ts';
import { notifyProblem } from '../../notify/notify.ts';
import { useMe } from '../../session/session.ts';
import type { Table } from '../declaration.ts';
import { BulkOutcome, LeftRows } from './bulk-outcome.tsx';
import { actionLabel } from './bulk-words.ts';
import { useBulkJob } from './use-bulk-job.ts';

export interface BulkDialogProps {
  readonly table: Pick<Table, 'resource' | 'endpoint' | 'title'>;
  readonly action: BulkAction;
  readonly rows: readonly SelectedRow[];
  /** Called with the changed rows when the action has ended, perhaps after the dialog was closed. */
  readonly onChanged: (rows: readonly SelectedRow[]) => void;
  readonly onClose: () => void;
}

export function BulkDialog({ table, action, rows, onChanged, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const { user_id } = useMe();
  const write = useWrite();
  const [doing, setDoing] = useState({ action: action.name, reasoned: action.reasoned, rows });
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const { jobId, job, ended, follow } = useBulkJob(table.endpoint, onChanged);
  const label = actionLabel(doing.action);
  const start = async () => {
    setBusy(true);
    try {
      const request = bulkRequest(doing.action, doing.rows, doing.reasoned ? reason.trim() : null);
      const started = await write((key) => startBulk(table.resource, request, key));
      rememberJob({ job_id: started.job_id, title: `${label} · ${t(table.title)}`, user_id });
      follow(started.job_id);
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const undo = (back: string, done: readonly SelectedRow[]) => {
    follow(undefined);
    // Returning a document to draft requires a reason.
    setDoing({ action: back, reasoned: back === 'return_to_draft' || back === 'open', rows: done });
  };
  const needsReason = doing.reasoned && reason.trim() === '';
  const footer = !jobId ? (
    <>
      {needsReason && <Lacking />}
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button
        look="primary"
        busy={busy}
        disabled={needsReason}
        onClick={() => void start()}
        {...(doing.reasoned ? {} : { 'data-autofocus': true })}
      >
        {label}
      </Button>
    </>
  ) : (
    <Button onClick={onClose}>{t('actions.close')}</Button>
  );
  return (
    <Dialog open width="wide" title={`${label} · ${t(table.title)}`} onClose={onClose} footer={footer}>
      {!jobId && (
        <AnswersOnEnter {...{ disabled: needsReason, busy }} onAnswer={() => void start()}>
          <Preview table={table} action={doing.action} rows={doing.rows} />
          {doing.reasoned && <ReasonField value={reason} onChange={setReason} autoFocus unhinted />}
        </AnswersOnEnter>
      )}
      {jobId && !ended && <JobBar job={job} onCancel={() => void cancelJob(jobId).catch(notifyProblem)} />}
      {ended && job && <BulkOutcome job={job} onUndo={undo} />}
    </Dialog>
  );
}

/** Requested once for a selection; stores nothing. */
function Preview({ table, action, rows }: Pick<BulkDialogProps, 'table' | 'rows'> & { action: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['bulk_preview', table.resource, action, rows],
    queryFn: () => previewBulk(table.resource, bulkRequest(action, rows, null)),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={3} />;
  return (
    <div className="flex flex-col gap-2">
      <p>{t('table:bulk_ready', { ready: data.ready, asked: rows.length })}</p>
      <LeftRows title={t('table:bulk_left')} rows={data.left} />
    </div>
  );
}
