/** One recalculation: its progress, all differences it would make, and the commit of exactly these. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Calculator, Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysInMonth } from '../../domain/values/effective-date.ts';
import { AccountLink } from '../reports/account-link.tsx';
import { command } from '../shared/api/command.ts';
import { hasEnded, useJob } from '../shared/api/job.ts';
import { forget } from '../shared/api/query.ts';
import { read } from '../shared/api/read.ts';
import { Day } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { Confirm } from '../shared/controls/dialog.tsx';
import { PLAIN, type SmallColumn, SmallTable } from '../shared/controls/small-table.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { jobProblem } from '../shared/jobs/job-problem.ts';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { notifyProblem } from '../shared/notify/notify.ts';
import { RecordedAt } from '../shared/report/recorded-at.tsx';
import { DocumentLink } from '../shared/report/report-links.tsx';
import { useAddressText, usePathPart } from '../shared/session/address-parts.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { beforeAndAfter } from './before-after.tsx';
import { JobProgress } from './job-progress.tsx';

interface Plan {
  readonly position: string;
  readonly digest: string;
  readonly differences: number;
}

interface Difference {
  readonly account: number;
  readonly outlet_fk: number;
  readonly currency_fk: number;
  readonly document: string;
  readonly number: string | null;
  readonly month: string;
  readonly before: string;
  readonly after: string;
}

interface Result {
  readonly plan: Plan;
  /** Null without `items/show_cost`. */
  readonly differences: readonly Difference[] | null;
  readonly elsewhere: number;
  readonly committed: boolean;
  readonly stale: boolean;
  readonly refused?: readonly { readonly message: string }[];
  /** The number of documents with a corrected rate. */
  readonly documents?: number;
}

/** The fields of a changed costing rule. */
const RULE_FIELDS = ['average_scope', 'cost_method'] as const;

export function RecalculationPage() {
  const { t } = useTranslation();
  const id = usePathPart('id') ?? '';
  const jobId = useAddressText('job');
  const navigate = useNavigate();
  const can = useCan();
  const requested = useQuery({
    queryKey: ['recalculations', 'show', id],
    queryFn: ({ signal }) => read('recalculations/:id', { params: { id }, signal }),
    meta: { quiet: true },
  });
  const job = useJob<Result>(jobId);
  const ended = job !== undefined && job !== 'missing' && hasEnded(job);
  useEffect(() => {
    if (ended) void forget('recalculations');
  }, [ended]);
  const [asking, setAsking] = useState(false);
  const result = ended ? job.result : null;
  const start = async (plan?: Plan) => {
    setAsking(false);
    try {
      const body = { recalculation_fk: Number(id), ...(plan ? { plan } : {}) };
      const { data: next } = await command('jobs/recalculate', { body });
      await navigate({ to: '.', search: { job: next.job_id } });
    } catch (problem) {
      notifyProblem(problem);
    }
  };
  const discard = async () => {
    try {
      await command('recalculations/:id/discard', {
        params: { id },
        body: { revision: Number(requested.data?.revision) },
      });
    } catch (problem) {
      notifyProblem(problem);
    }
    await forget('recalculations');
  };
  if (requested.error) return <FailedState problem={requested.error} onRetry={() => void requested.refetch()} />;
  if (!requested.data) return <SkeletonLines lines={8} />;
  const status = requested.data.status;
  const isOpen = status === 'asked' && can('recalculations/store');
  // The corrections are partly stored: the job continues by itself unless it was cancelled or refused.
  const isHalfDone = status === 'committing' && (job === undefined || job === 'missing' || ended);
  const rules = RULE_FIELDS.filter((field) => typeof requested.data[field] === 'string');
  const changes = (result?.differences?.length ?? 0) + (result?.documents ?? 0) + rules.length;
  // Only a person who saw the differences commits them.
  const mayCommit = isOpen && result !== null && result.differences !== null && changes > 0 && result.elsewhere === 0;
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-xl font-semibold">
          {t('closing:recalculation_number', { number: String(requested.data['number'] ?? id) })}
        </h1>
        <StatusChip tone={status === 'committed' ? 'success' : 'neutral'} label={optionLabel('status', status)} />
        <span className="text-ink-muted">
          {t('closing:from_day')} <Day value={String(requested.data['date'])} />
        </span>
        {rules.map((field) => (
          <StatusChip
            key={field}
            tone="info"
            label={`${fieldLabel(field)}: ${optionLabel(field, String(requested.data[field]))}`}
          />
        ))}
        <span className="flex-1" />
        {isOpen && can('recalculations/destroy') && (
          <Button onClick={() => void discard()}>{t('closing:discard')}</Button>
        )}
        {isOpen && (
          <Button icon={Calculator} onClick={() => void start()}>
            {t('closing:show_differences')}
          </Button>
        )}
        {isHalfDone && can('recalculations/store') && (
          <Button look="primary" icon={Check} onClick={() => void start()}>
            {t('closing:finish_commit')}
          </Button>
        )}
        {mayCommit && (
          <Button look="primary" icon={Check} onClick={() => setAsking(true)}>
            {t('closing:commit')}
          </Button>
        )}
      </div>
      {job !== undefined && job !== 'missing' && !ended && <JobProgress job={job} />}
      {ended && job.error !== null && <p role="alert">{t('closing:failed', { reason: jobProblem(job.error) })}</p>}
      {isHalfDone && <p role="alert">{t('closing:half_committed')}</p>}
      {result && <Shown result={result} />}
      <Confirm
        open={asking}
        title={t('closing:commit')}
        text={t('closing:commit_text', { count: result?.plan.differences ?? 0 })}
        action={t('closing:commit')}
        onConfirm={() => void start(result?.plan)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function Shown({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { differences, plan } = result;
  return (
    <>
      {result.committed && <p role="status">{t('closing:was_committed')}</p>}
      {result.stale && !result.refused && differences !== null && differences.length > 0 && (
        <p role="alert">{t('closing:stale')}</p>
      )}
      {result.refused && <p role="alert">{t('closing:refused')}</p>}
      {result.elsewhere > 0 && <p role="alert">{t('closing:elsewhere', { count: result.elsewhere })}</p>}
      <Differences differences={differences} />
      <p className="text-ink-muted">
        {t('closing:shown_of', { shown: differences?.length ?? 0, all: plan.differences })}{' '}
        <RecordedAt position={plan.position} />
      </p>
    </>
  );
}

function Differences({ differences }: Pick<Result, 'differences'>) {
  const { t } = useTranslation();
  if (differences === null) return <p role="status">{t('closing:differences_hidden')}</p>;
  if (differences.length > 0) return <DifferenceTable differences={differences} />;
  return <EmptyState title={t('closing:differs_nowhere')} text={t('closing:differs_nowhere_hint')} icon={Check} />;
}

/** The kind and number of `sale-12`. */
function partsOf(document: string) {
  const dash = document.lastIndexOf('-');
  return { kind: document.slice(0, dash), id: Number(document.slice(dash + 1)) };
}

const ROOMY = { ...PLAIN, head: `${PLAIN.head} px-3`, cell: 'px-3 py-1.5' };

function DifferenceTable({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation();
  const { decimals } = useMe().system_currency;
  const columns: readonly SmallColumn<Difference>[] = [
    { head: t('closing:month'), cell: ({ month }) => <span className="numeric">{month.slice(0, 7)}</span> },
    {
      head: t('closing:document'),
      cell: ({ document, number }) => <DocumentLink {...partsOf(document)} number={number} />,
    },
    {
      head: t('closing:account'),
      cell: ({ account, month }) => <AccountLink account={account} asAt={lastOfMonth(month)} />,
    },
    ...beforeAndAfter(t, decimals),
  ];
  return (
    <div className="overflow-x-auto rounded-lg border border-edge bg-surface-1 shadow-card">
      <SmallTable
        look={ROOMY}
        columns={columns}
        rows={differences}
        keyOf={(difference) => JSON.stringify(difference)}
      />
    </div>
  );
}

function lastOfMonth(first: string): string {
  const [year = 0, month = 0] = first.split('-').map(Number);
  return `${first.slice(0, 8)}${daysInMonth(year, month)}`;
}
