/** Taking an import back: first what would stay and why, then its progress, then the result. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportMade, TakeBackPreview, TakeBackResult } from '../../../domain/imports/imports-made.ts';
import { command } from '../../shared/api/command.ts';
import { useWrite } from '../../shared/api/idempotency.ts';
import { cancelJob, hasEnded, useJob } from '../../shared/api/job.ts';
import { forgetAfter } from '../../shared/api/query.ts';
import { Button } from '../../shared/controls/button.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { FailedState, SkeletonLines } from '../../shared/controls/states.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { CheckField } from '../../shared/form/fields/select-field.tsx';
import { JobBar } from '../../shared/jobs/job-bar.tsx';
import { rememberJob } from '../../shared/jobs/started-jobs.ts';
import { notifyProblem } from '../../shared/notify/notify.ts';
import { useMe } from '../../shared/session/session.ts';
import { Kept, TakenBack } from './taken-back.tsx';

interface TakeBackProps {
  readonly of: ImportMade;
  /** Called when the job has ended. */
  readonly onTaken: () => void;
  readonly onClose: () => void;
}

export function TakeBackImport({ of, onTaken, onClose }: TakeBackProps) {
  const { t } = useTranslation();
  const { user_id } = useMe();
  const write = useWrite();
  const [partly, setPartly] = useState(false);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [jobId, setJobId] = useState<string>();
  const tried = useQuery({
    queryKey: ['take_back_preview', of.import_id],
    queryFn: ({ signal }) => previewOf(of, signal),
    staleTime: 0,
    gcTime: 0,
    enabled: jobId === undefined,
    meta: { quiet: true },
  });
  const job = useTaking(jobId, onTaken);
  const { data } = tried;
  const lacks = !data || data.ready === 0 || (data.kept.length > 0 && !partly) || (data.reasoned && !reason.trim());
  const start = async () => {
    setBusy(true);
    try {
      const body = { partly, ...(data?.reasoned ? { reason: reason.trim() } : {}) };
      const job_id = await write((idempotencyKey) => startedJob(of, body, idempotencyKey));
      rememberJob({ job_id, title: t('import:made.take_back'), user_id });
      setJobId(job_id);
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const title = of.file_name ?? t(`import:titles.${of.format}`);
  const footer = jobId ? (
    <Button onClick={onClose}>{t('actions.close')}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look="danger" busy={busy} disabled={lacks} data-take-back onClick={() => void start()}>
        {t('import:made.take_back')}
      </Button>
    </>
  );
  return (
    <Dialog open width="wide" title={`${t('import:made.take_back')} · ${title}`} onClose={onClose} footer={footer}>
      {!jobId && tried.error && <FailedState problem={tried.error} onRetry={() => void tried.refetch()} />}
      {!jobId && !data && !tried.error && <SkeletonLines lines={3} />}
      {!jobId && data && (
        <div className="flex flex-col gap-3">
          <Preview preview={data} />
          {data.kept.length > 0 && data.ready > 0 && (
            <CheckField
              name="partly"
              label={t('import:made.partly', { number: data.kept.length })}
              value={partly}
              onChange={setPartly}
            />
          )}
          {data.reasoned && <ReasonField value={reason} onChange={setReason} unhinted />}
        </div>
      )}
      {jobId && !(job && hasEnded(job)) && (
        <JobBar job={job} onCancel={() => void cancelJob(jobId).catch(notifyProblem)} />
      )}
      {job && hasEnded(job) && <TakenBack job={job} />}
    </Dialog>
  );
}

const TAKE_BACK = 'imports/made/:import_id/take_back';

async function previewOf({ import_id }: ImportMade, signal: AbortSignal): Promise<TakeBackPreview> {
  const options = { params: { import_id }, body: {}, query: { dry_run: 1 }, signal };
  const { data } = await command(TAKE_BACK, options);
  if ('kept' in data) return data;
  throw new TypeError('a dry run has no job');
}

async function startedJob({ import_id }: ImportMade, body: TakeBack, idempotencyKey: string): Promise<string> {
  const { data } = await command(TAKE_BACK, { params: { import_id }, body, idempotencyKey });
  if ('job_id' in data) return data.job_id;
  throw new TypeError('it answered without a job');
}

interface TakeBack {
  readonly partly: boolean;
  readonly reason?: string;
}

/** The job, at whose end the lists are read again. */
function useTaking(jobId: string | undefined, onTaken: () => void) {
  const found = useJob<TakeBackResult>(jobId);
  const job = found === 'missing' ? undefined : found;
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (!job || !hasEnded(job) || told.current === job.job_id) return;
    told.current = job.job_id;
    if (job.result) forgetAfter(job.result.position, [job.result.resource]);
    onTaken();
  });
  return job;
}

function Preview({ preview: { ready, gone, kept } }: { preview: TakeBackPreview }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('import:made.preview', { ready, all: ready + kept.length })}</p>
      {gone > 0 && <p className="text-ink-muted">{t('import:made.already', { number: gone })}</p>}
      <Kept kept={kept} />
    </>
  );
}
