/** Jobs started in this browser: progress, cancelling, and results. Survives a reload. */
import { CircleCheck, ListChecks, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersOf } from '../../../domain/values/members.ts';
import { cancelJob, hasEnded, type Job, useJob } from '../../shared/api/job.ts';
import { forgetAfter } from '../../shared/api/query.ts';
import { Button, IconButton } from '../../shared/controls/button.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { IconPopover } from '../../shared/controls/icon-popover.tsx';
import { JobBar } from '../../shared/jobs/job-bar.tsx';
import { forgetJob, type StartedJob, useStartedJobs } from '../../shared/jobs/started-jobs.ts';
import { notifyProblem } from '../../shared/notify/notify.ts';
import { useMe } from '../../shared/session/session.ts';

/** By name of the job, with results of its own shape; loaded when a result is first opened. */
const OUTCOMES: Readonly<Record<string, ComponentType<{ readonly job: Job<never> }>>> = {
  import: lazy(async () => ({ default: (await import('../../shared/import/outcome.tsx')).ImportOutcome })),
  take_back_import: lazy(async () => ({
    default: (await import('../../ledger/moving-in/taken-back.tsx')).TakenBack,
  })),
};
const BulkOutcome = lazy(async () => ({
  default: (await import('../../shared/table/bulk/bulk-outcome.tsx')).BulkOutcome,
}));

/** Without jobs nothing is shown or requested. */
export function JobTray() {
  const { t } = useTranslation();
  const jobs = useStartedJobs(useMe().user_id);
  const [shown, setShown] = useState<{ readonly title: string; readonly job: Job }>();
  if (jobs.length === 0) return null;
  const Outcome = OUTCOMES[shown?.job.name ?? ''] ?? BulkOutcome;
  return (
    <>
      <IconPopover
        label={`${t('table:jobs.title')} (${jobs.length})`}
        icon={ListChecks}
        badge={<span className="numeric text-xs">{jobs.length}</span>}
        panel="flex w-88 flex-col rounded-lg"
      >
        <p className="border-b border-edge px-4 py-2 font-semibold">{t('table:jobs.title')}</p>
        <ul className="divide-y divide-edge overflow-y-auto">
          {jobs.map((started) => (
            <JobLine key={started.job_id} started={started} onShow={(job) => setShown({ title: started.title, job })} />
          ))}
        </ul>
      </IconPopover>
      {shown && (
        <Dialog
          open
          width="wide"
          title={shown.title}
          onClose={() => setShown(undefined)}
          footer={<Button onClick={() => setShown(undefined)}>{t('actions.close')}</Button>}
        >
          <Suspense>
            <Outcome job={shown.job as Job<never>} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}

function JobLine({ started, onShow }: { started: StartedJob; onShow: (job: Job) => void }) {
  const { t } = useTranslation();
  const { job_id, title } = started;
  const job = useJob(job_id);
  const ended = typeof job === 'object' && hasEnded(job);
  useForgottenAtEnd(job);
  const failed = job === 'missing' || (ended && job.state === 'failed');
  const Mark = failed ? TriangleAlert : ended ? CircleCheck : LoaderCircle;
  const tone = failed ? 'text-danger-ink' : ended ? 'text-success-ink' : 'animate-spin text-accent';
  return (
    <li className="flex flex-col gap-1.5 px-4 py-2.5">
      <div className="flex items-center gap-2">
        <Mark size={15} aria-hidden className={`shrink-0 ${tone}`} />
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        {(ended || job === 'missing') && (
          <IconButton icon={X} label={t('table:jobs.clear')} onClick={() => forgetJob(job_id)} />
        )}
      </div>
      {!ended && job !== 'missing' && <JobBar job={job} onCancel={() => void cancelJob(job_id).catch(notifyProblem)} />}
      {job === 'missing' && <p className="text-xs text-ink-muted">{t('table:jobs.missing')}</p>}
      {ended && typeof job === 'object' && (
        <Button look="quiet" className="self-start" onClick={() => onShow(job)}>
          {t('table:jobs.result')}
        </Button>
      )}
    </li>
  );
}

/** For a job that was started before a reload: when it ends here, its rows are read again. */
function useForgottenAtEnd(job: Job | 'missing' | undefined): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (typeof job !== 'object') return;
    const { position, resource } = membersOf(job.result);
    const isKnown = typeof position === 'string' && typeof resource === 'string';
    if (wasRunning.current && hasEnded(job) && isKnown) forgetAfter(position, [resource]);
    wasRunning.current = !hasEnded(job);
  }, [job]);
}
