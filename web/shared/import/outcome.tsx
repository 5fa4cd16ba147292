/** The result of an import: the number of rows, the records created with them, or the reason of its failure. */
import { CircleCheck, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportResult } from '../../../domain/imports/import-format.ts';
import type { Job } from '../api/job.ts';
import { FailedJob } from '../jobs/failed-job.tsx';

/** Largest number of listed errors; beyond it only their number is shown. */
const SHOWN_MAX = 100;

export const wasImported = ({ result }: Pick<Job<ImportResult>, 'result'>): boolean =>
  result !== null && !result.cancelled && result.imported > 0;

export function ImportOutcome({ job }: { job: Job<ImportResult> }) {
  const { t } = useTranslation();
  const { result } = job;
  if (!result) return <FailedJob text={t('import:outcome.failed')} error={job.error} />;
  const { imported, skipped, created, problems, updated, unchanged } = result;
  const isAsItWas = imported === 0 && unchanged > 0 && problems.length === 0 && !result.cancelled;
  return (
    <div className="flex flex-col gap-2">
      {wasImported(job) ? (
        <p role="status" className="flex items-center gap-2 font-semibold">
          <CircleCheck size={16} aria-hidden className="text-success-ink" />
          {t('import:outcome.imported')}
        </p>
      ) : (
        <p role="alert" className="flex items-center gap-2 font-semibold text-danger-ink">
          <CircleSlash size={16} aria-hidden />
          {t(failureOf(result, isAsItWas))}
        </p>
      )}
      {wasImported(job) && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          <li>{t('import:outcome.rows', { number: imported })}</li>
          {updated > 0 && <li>{t('import:outcome.updated', { number: updated })}</li>}
          {unchanged > 0 && <li>{t('import:outcome.unchanged', { number: unchanged })}</li>}
          {skipped > 0 && <li>{t('import:counts.skipped', { number: skipped })}</li>}
          {Object.entries(created).map(([resource, number]) => (
            <li key={resource}>{t('import:outcome.created', { resource: t(`shell:menu.${resource}`), number })}</li>
          ))}
        </ul>
      )}
      {!result.cancelled && <ReasonList problems={problems} />}
    </div>
  );
}

function failureOf({ cancelled }: ImportResult, isAsItWas: boolean): string {
  if (cancelled) return 'import:outcome.cancelled';
  return isAsItWas ? 'import:outcome.as_it_was' : 'import:outcome.nothing';
}

function ReasonList({ problems }: Pick<ImportResult, 'problems'>) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <ul
      aria-label={t('import:outcome.why')}
      className="max-h-72 divide-y divide-edge overflow-y-auto rounded-md border border-edge"
    >
      {problems.slice(0, SHOWN_MAX).map(({ row, column, message }) => (
        <li key={`${row}:${column}:${message}`} className="flex gap-3 px-3 py-1.5">
          <span className="numeric w-14 shrink-0 text-ink-muted">{row > 0 && row}</span>
          <span className="min-w-0 flex-1">{message}</span>
        </li>
      ))}
      {problems.length > SHOWN_MAX && (
        <li className="px-3 py-1.5 text-ink-muted">{t('table:and_more', { number: problems.length - SHOWN_MAX })}</li>
      )}
    </ul>
  );
}
