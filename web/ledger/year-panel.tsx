/** One financial year: its checks and the close button, the running close, or its result. */

import { Lock, LockOpen } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACKNOWLEDGEABLE } from '../../domain/ledger/year-close.schema.ts';
import { command } from '../shared/api/command.ts';
import { enter } from '../shared/api/enter.ts';
import { hasEnded, useJob } from '../shared/api/job.ts';
import { forget } from '../shared/api/query.ts';
import { AnswerDialog } from '../shared/controls/answer-dialog.tsx';
import { Button } from '../shared/controls/button.tsx';
import { Confirm } from '../shared/controls/dialog.tsx';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { ReasonField } from '../shared/form/fields/reason-field.tsx';
import { jobProblem } from '../shared/jobs/job-problem.ts';
import { notifyProblem } from '../shared/notify/notify.ts';
import { useBusy } from '../shared/notify/use-busy.ts';
import { useCan } from '../shared/session/session.ts';
import { type CloseRow, type Outcome, useGate, useLastClose, type Year } from './financial-year-data.ts';
import { JobProgress } from './job-progress.tsx';
import { YearActions } from './year-actions.tsx';
import { YearChecks } from './year-checks.tsx';
import { ClosedBooksCard, KnownFindings, RefusedOutcome } from './year-outcome.tsx';
import { YearPapers } from './year-papers.tsx';

export function YearPanel({ year }: { year: Year }) {
  const close = useLastClose(year.year_id);
  if (close.error) return <FailedState problem={close.error} onRetry={() => void close.refetch()} />;
  if (close.data === undefined) return <SkeletonLines lines={8} />;
  const last = close.data;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {year.status === 'open' && last?.status !== 'closing' && <YearActions year={year} />}
      {last && <CloseWork key={last.id} close={last} />}
      {last?.books && last.status === 'closed' && <ClosedYear close={last} year={year} />}
      {year.status === 'open' && last?.status !== 'closing' && <OpenYear year={year} />}
      <YearPapers year={year} />
    </div>
  );
}

const REFRESHED_EVERY_MS = 1000;

/** The job of a running close, or the reason of its failure. */
function CloseWork({ close }: { close: CloseRow }) {
  const { t } = useTranslation();
  const isClosing = close.status === 'closing';
  const [run, setRun] = useState(0);
  const job = useJob<Outcome>(isClosing || close.status === 'broken_off' ? `close_year-${close.id}` : undefined, run);
  const ended = job !== undefined && job !== 'missing' && hasEnded(job);
  useEffect(() => {
    if (!ended || !isClosing) return undefined;
    void forget('financial_years');
    // The lists show the close a moment after its job has ended.
    const again = setInterval(() => void forget('financial_years'), REFRESHED_EVERY_MS);
    return () => clearInterval(again);
  }, [ended, isClosing]);
  if (job === undefined) return null;
  const breakOff = async () => {
    await command('year_closes/:id/break_off', {
      params: { id: close.id },
      body: { reason: null, revision: close.revision },
    });
    await forget('financial_years');
  };
  const resume = async () => {
    await command('jobs/close_year', { body: { year_close_fk: close.id } });
    setRun((now) => now + 1);
    await forget('financial_years');
  };
  const failure = job === 'missing' || !hasEnded(job) ? null : job.error;
  const isStopped = isClosing && (job === 'missing' || failure !== null);
  if (isStopped) {
    return (
      <div className="flex flex-wrap items-center gap-2" role="alert">
        <p className="flex-1">
          {t('closing:interrupted')} {failure !== null && jobProblem(failure)}
        </p>
        <Button onClick={() => void breakOff().catch(notifyProblem)}>{t('closing:break_off')}</Button>
        <Button look="primary" onClick={() => void resume().catch(notifyProblem)}>
          {t('closing:go_on')}
        </Button>
      </div>
    );
  }
  if (failure !== null) return <p role="alert">{t('closing:failed', { reason: jobProblem(failure) })}</p>;
  if (job === 'missing') return null;
  if (!hasEnded(job)) return <JobProgress job={job} />;
  if (!job.result) return null;
  if (job.result.outcome !== 'closed') return <RefusedOutcome outcome={job.result} />;
  return job.result.known?.length ? <KnownFindings known={job.result.known} /> : null;
}

function OpenYear({ year }: { year: Year }) {
  const { t } = useTranslation();
  const can = useCan();
  const gate = useGate(year.year_id);
  const [acknowledged, setAcknowledged] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const { busy, run } = useBusy();
  if (gate.error) return <FailedState problem={gate.error} onRetry={() => void gate.refetch()} />;
  if (!gate.data) return <SkeletonLines lines={8} />;
  const { checks, isStale } = gate.data;
  const open = checks.filter((check) => !check.holds && !(check.may_be_acknowledged && acknowledged.has(check.check)));
  const acknowledge = (check: string, yes: boolean) => {
    const next = new Set(acknowledged);
    if (yes) next.add(check);
    else next.delete(check);
    setAcknowledged(next);
  };
  const close = () =>
    run(async () => {
      const begun = await enter('year_closes', {
        financial_year_fk: year.year_id,
        previous_year_fk: year.previous_year_fk,
        acknowledged: ACKNOWLEDGEABLE.filter((check) => acknowledged.has(check)),
      });
      await command('jobs/close_year', { body: { year_close_fk: begun.data.id } });
      setAsking(false);
    }).finally(() => forget('financial_years'));
  return (
    <section className="flex flex-col gap-3">
      <PanelHead title={t('closing:gate', { year: year.year_name })}>
        {can('year_closes/store') && (
          <Button look="primary" icon={Lock} disabled={open.length > 0} onClick={() => setAsking(true)}>
            {t('closing:close_year')}
          </Button>
        )}
      </PanelHead>
      {isStale && <p role="alert">{t('closing:gate_is_stale')}</p>}
      <YearChecks checks={checks} lastDay={year.end_date} acknowledged={acknowledged} onAcknowledge={acknowledge} />
      <Confirm
        open={asking}
        title={t('closing:close_year')}
        text={t('closing:close_text', { year: year.year_name })}
        action={t('closing:close_year')}
        busy={busy}
        onConfirm={() => void close()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

const PanelHead = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">
    <h2 className="flex-1 text-base font-semibold">{title}</h2>
    {children}
  </div>
);

function ClosedYear({ close, year }: { close: CloseRow; year: Year }) {
  const { t } = useTranslation();
  const can = useCan();
  const [reason, setReason] = useState<string>();
  const { busy, run } = useBusy();
  const reopen = () =>
    run(async () => {
      await command('year_closes/:id/reopen', {
        params: { id: close.id },
        body: { reason: reason?.trim() ?? null, revision: close.revision },
      });
      setReason(undefined);
    }).finally(() => forget('financial_years'));
  return (
    <section className="flex flex-col gap-3">
      <PanelHead title={t('closing:closed_by', { number: close.number ?? '', year: year.year_name })}>
        {can('year_closes/unclose') && (
          <Button icon={LockOpen} onClick={() => setReason('')}>
            {t('closing:reopen')}
          </Button>
        )}
      </PanelHead>
      {close.books && <ClosedBooksCard books={close.books} id={close.id} lastDay={year.end_date} />}
      {reason !== undefined && (
        <AnswerDialog
          title={t('closing:reopen')}
          look="danger"
          busy={busy}
          disabled={reason.trim() === ''}
          onAnswer={() => void reopen()}
          onClose={() => setReason(undefined)}
        >
          <p className="mb-3 text-ink-muted">{t('closing:reopen_text')}</p>
          <ReasonField value={reason} onChange={setReason} autoFocus unhinted />
        </AnswerDialog>
      )}
    </section>
  );
}
