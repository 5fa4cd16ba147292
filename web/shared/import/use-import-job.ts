/** Stores the checked rows: starts one job for repeated requests, follows it, and reports its end. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportResult } from '../../../domain/imports/import-format.ts';
import { useWrite } from '../api/idempotency.ts';
import { hasEnded, type Job, useJob } from '../api/job.ts';
import { forgetAfter } from '../api/query.ts';
import { rememberJob } from '../jobs/started-jobs.ts';
import { notifyProblem, notifySuccess } from '../notify/notify.ts';
import { useMe } from '../session/session.ts';
import { startImport } from './import-api.ts';
import { wasImported } from './outcome.tsx';
import type { Importing } from './use-import.ts';

export function useImportJob(importing: Importing, title: string) {
  const { t } = useTranslation();
  const { user_id } = useMe();
  const write = useWrite();
  const [jobId, setJobId] = useState<string>();
  const [starting, setStarting] = useState(false);
  const found = useJob<ImportResult>(jobId);
  const job = found === 'missing' ? undefined : found;
  const { resource } = importing.format;
  useEnded(job, (ended) => {
    if (!wasImported(ended)) {
      // The reason of a refusal appears in the rows after a new check.
      importing.checking.again();
      return;
    }
    notifySuccess(t('import:outcome.imported'));
    forgetAfter(ended.result?.position, [resource, ...Object.keys(ended.result?.created ?? {})]);
  });
  const start = async () => {
    setStarting(true);
    try {
      const started = await write((key) => startImport(importing.format.name, importing.request(), key));
      rememberJob({ job_id: started.job_id, title, user_id });
      setJobId(started.job_id);
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setStarting(false);
    }
  };
  return { job, jobId, starting, start, forget: () => setJobId(undefined), missing: found === 'missing' };
}

/** Calls `tell` once for each job. */
function useEnded(job: Job<ImportResult> | undefined, tell: (job: Job<ImportResult>) => void): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!job || !hasEnded(job) || shown.current === job.job_id) return;
    shown.current = job.job_id;
    tell(job);
  });
}
