/** Offers the demonstration to the owner of an empty business, and shows the progress of its job. */
import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../shared/api/command.ts';
import { hasEnded, useJob } from '../../shared/api/job.ts';
import { readAgain } from '../../shared/api/query.ts';
import { read } from '../../shared/api/read.ts';
import { Button } from '../../shared/controls/button.tsx';
import { Confirm } from '../../shared/controls/dialog.tsx';
import { JobBar } from '../../shared/jobs/job-bar.tsx';
import { notifyProblem } from '../../shared/notify/notify.ts';

const NAME = 'demonstration';

/** `isEmpty`: nothing was entered yet; a running job is always shown. */
export default function DemoOffer({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [started, setStarted] = useState<string>();
  /** Of the same job, which is run again after a failure. */
  const [run, setRun] = useState(0);
  const { data: jobs } = useQuery({
    queryKey: ['jobs', NAME],
    queryFn: ({ signal }) => read('jobs', { signal }),
    meta: { quiet: true },
  });
  const found = jobs?.find(({ name, state }) => name === NAME && state !== 'completed');
  const job = useJob(started ?? found?.job_id, run);
  const isDone = typeof job === 'object' && hasEnded(job);
  useEffect(() => {
    // Reloads all data of the formerly empty business.
    if (isDone) readAgain();
  }, [isDone]);
  const load = async () => {
    setAsking(false);
    try {
      setStarted((await command('jobs/demonstration')).data.job_id);
      setRun((before) => before + 1);
    } catch (problem) {
      notifyProblem(problem);
    }
  };
  if (typeof job === 'object' && job.state === 'failed') {
    return (
      <p className="mb-6 flex flex-wrap items-center gap-3">
        <span className="min-w-60 flex-1 text-danger-ink">{t('demonstration.failed')}</span>
        <Button icon={Boxes} onClick={() => void load()}>
          {t('demonstration.load')}
        </Button>
      </p>
    );
  }
  if (typeof job === 'object' && !isDone) {
    return (
      <section className="mb-6 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
        <h2 className="mb-2 text-base font-semibold">{t('demonstration.loading')}</h2>
        <JobBar job={job} />
      </section>
    );
  }
  if (!isEmpty || isDone) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 border-t border-edge pt-3">
      <span className="min-w-60 flex-1 text-ink-muted">{t('demonstration.hint')}</span>
      <Button icon={Boxes} onClick={() => setAsking(true)}>
        {t('demonstration.load')}
      </Button>
      <Confirm
        open={asking}
        title={t('demonstration.load')}
        text={t('demonstration.ask')}
        action={t('demonstration.load')}
        onConfirm={() => void load()}
        onClose={() => setAsking(false)}
      />
    </p>
  );
}
