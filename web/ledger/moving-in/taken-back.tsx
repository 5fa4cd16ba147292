/** The result of taking an import back, and what stays with its reason. */
import { CircleCheck, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { KeptThing, TakeBackResult } from '../../../domain/imports/imports-made.ts';
import type { Job } from '../../shared/api/job.ts';
import { FailedJob } from '../../shared/jobs/failed-job.tsx';
import { kindWords } from '../../shared/report/report-links.tsx';
import { LeftRows } from '../../shared/table/bulk/bulk-outcome.tsx';

export function TakenBack({ job }: { readonly job: Job<TakeBackResult> }) {
  const { t } = useTranslation();
  const { result } = job;
  if (!result) return <FailedJob text={t('import:made.failed')} error={job.error} />;
  const { taken_back, kept, stopped, cancelled } = result;
  const Icon = stopped || cancelled ? CircleSlash : CircleCheck;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="flex items-center gap-2 font-semibold" data-taken-back>
        <Icon size={16} aria-hidden />
        {stopped ? t('import:made.stopped') : t('import:made.result', { number: taken_back })}
      </p>
      {cancelled && <p className="text-warning-ink">{t('import:made.cancelled')}</p>}
      <Kept kept={kept} />
    </div>
  );
}

export function Kept({ kept }: { kept: readonly KeptThing[] }) {
  const { t } = useTranslation();
  const rows = kept.map(({ kind, id, title, message }, index) => ({
    id: index,
    title: title ?? `${kindWords(kind)} ${id}`,
    message,
  }));
  return <LeftRows title={t('import:made.kept')} rows={rows} />;
}
