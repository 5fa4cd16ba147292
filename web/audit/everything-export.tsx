/** Everything of the business as one archive, for the super user: a job that goes on without the page, and its file for a day. */
import { useQuery } from '@tanstack/react-query';
import { Download, PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../shared/api/command.ts';
import { cancelJob, hasEnded, type Job, useJob } from '../shared/api/job.ts';
import { read } from '../shared/api/read.ts';
import { Moment } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { JobBar } from '../shared/jobs/job-bar.tsx';
import { jobProblem } from '../shared/jobs/job-problem.ts';
import { notifyProblem } from '../shared/notify/notify.ts';
import { useBusy } from '../shared/notify/use-busy.ts';
import { SUPER_USER_ID, useMe } from '../shared/session/session.ts';
import { downloadFile } from './download-file.ts';

const NAME = 'export_everything';
const KEPT_MS = 24 * 3_600_000;

interface Archived {
  readonly files: number;
  readonly attachments: number;
  readonly missing: readonly string[];
}

export function EverythingExport() {
  const isSuper = useMe().user_id === SUPER_USER_ID;
  return isSuper ? <OfSuperUser /> : null;
}

function OfSuperUser() {
  const { t } = useTranslation();
  const { busy, run } = useBusy();
  const [started, setStarted] = useState<string>();
  const { data: jobs } = useQuery({
    queryKey: ['jobs', NAME],
    queryFn: ({ signal }) => read('jobs', { signal }),
    meta: { quiet: true },
  });
  // One that was started in another window, or whose archive still waits.
  const known = jobs?.find((job) => job.name === NAME && isThere(job));
  const followed = useJob<Archived>(started ?? known?.job_id);
  const job = followed === 'missing' ? undefined : followed;
  const isRunning = job !== undefined && !hasEnded(job);
  const begin = async () => {
    try {
      setStarted((await command('jobs/export_everything', { body: {} })).data.job_id);
    } catch (problem) {
      notifyProblem(problem);
    }
  };
  return (
    <section className="mx-4 flex flex-col gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <div className="flex flex-wrap items-center gap-4">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{t('audit:everything.name')}</h2>
          <p className="text-ink-muted">{t('audit:everything.text')}</p>
        </div>
        {!isRunning && (
          <Button icon={PackageOpen} onClick={() => void begin()}>
            {t('audit:everything.begin')}
          </Button>
        )}
      </div>
      {isRunning && <JobBar job={job} onCancel={() => void cancelJob(job.job_id).catch(notifyProblem)} />}
      {job?.state === 'failed' && (
        <p role="alert" className="text-danger-ink">
          {jobProblem(job.error ?? '')}
        </p>
      )}
      {job?.state === 'completed' && job.result && (
        <p className="flex flex-wrap items-center gap-3" role="status">
          <span className="min-w-60 flex-1">
            {t('audit:everything.ready', { files: job.result.files, attachments: job.result.attachments })}{' '}
            <Moment value={job.finished_at ?? job.added_at} />
            {job.result.missing.length > 0 && (
              <span className="block text-danger-ink">
                {t('audit:everything.missing', { files: job.result.missing.length })}
              </span>
            )}
          </span>
          <Button
            icon={Download}
            busy={busy}
            onClick={() => void run(() => downloadFile(`jobs/${job.job_id}/file`, {}))}
            aria-label={t('audit:download_named', { name: t('audit:everything.name') })}
          >
            {t('audit:download')}
          </Button>
        </p>
      )}
    </section>
  );
}

const isThere = ({ state, finished_at }: Pick<Job, 'state' | 'finished_at'>): boolean =>
  state !== 'failed' && (finished_at === null || Date.parse(finished_at) > Date.now() - KEPT_MS);
