/** A running job: its progress in words, and a button that cancels it. */
import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../shared/api/job.ts';
import { cancelJob } from '../shared/api/job.ts';
import { Button } from '../shared/controls/button.tsx';
import { say } from '../shared/language/language.ts';
import { notifyProblem } from '../shared/notify/notify.ts';

const STEPS = [
  'waiting',
  'waiting_for_the_books',
  'read',
  'comparing_with_the_books',
  'adding_up_the_year',
  'corrected',
] as const;

/** The programs' progress lines in the person's language: `read 500 events` is `read`, with its number. */
function progressWords(line: string | null): string {
  const progress = (line ?? 'waiting').split(/\d/)[0]?.trim().replaceAll(' ', '_');
  const step = STEPS.find((name) => name === progress);
  const count = Number(/\d+/.exec(line ?? '')?.[0] ?? 0);
  return step ? say(`closing:progress.${step}`, { count }) : say('shell:loading');
}

export function JobProgress({ job, onCancel }: { job: Job; onCancel?: () => Promise<void> }) {
  const { t } = useTranslation();
  const cancel = () => void (onCancel?.() ?? cancelJob(job.job_id)).catch(notifyProblem);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-edge bg-surface-1 p-4" role="status">
      <LoaderCircle size={18} aria-hidden className="animate-spin text-accent" />
      <span className="flex-1">{progressWords(job.progress)}</span>
      <Button onClick={cancel}>{t('actions.cancel')}</Button>
    </div>
  );
}
