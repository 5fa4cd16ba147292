/** The progress of a job with its share and rate, the estimated remaining time, and a button that cancels it. */
import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/job.ts';
import { Button } from '../controls/button.tsx';
import { minutesLeft, percentOf, ratePerSecond, stepsOf } from './job-progress-words.ts';

export function JobBar({ job, onCancel }: { job: Job | undefined; onCancel?: () => void }) {
  const { t } = useTranslation();
  const steps = stepsOf(job?.progress ?? null);
  const rate = job && steps ? ratePerSecond(job.added_at, steps, Date.now()) : undefined;
  const left = job && steps ? minutesLeft(job.added_at, steps, Date.now()) : undefined;
  return (
    <div className="flex flex-col gap-1.5" role="status">
      <div className="flex items-center gap-2">
        <LoaderCircle size={16} aria-hidden className="shrink-0 animate-spin text-accent" />
        <span className="flex-1">
          {steps ? t('table:jobs.steps', { done: steps.done, all: steps.all }) : t('table:jobs.waiting')}
          {steps && <> · {t('table:jobs.share', { percent: percentOf(steps) })}</>}
          {rate !== undefined && <> · {t('table:jobs.rate', { rate })}</>}
          {left !== undefined && <> · {t('table:jobs.minutes_left', { count: left })}</>}
        </span>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        )}
      </div>
      {steps && (
        <progress aria-label={t('table:jobs.progress')} value={steps.done} max={steps.all} className="h-1.5 w-full" />
      )}
    </div>
  );
}
