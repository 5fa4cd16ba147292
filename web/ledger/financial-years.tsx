/**
 * Financial years with their states; for the selected one the checks before its close, the running close, and its
 * result. The last closed year can be reopened.
 */

import { Link, useNavigate } from '@tanstack/react-router';
import { Lock, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Day } from '../shared/controls/amount.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { recordForm } from '../shared/form/record-form.tsx';
import { useAddressNumber } from '../shared/session/address-parts.ts';
import { useCan } from '../shared/session/session.ts';
import { useYears, type Year } from './financial-year-data.ts';
import { YearPanel } from './year-panel.tsx';

export function FinancialYears() {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useAddressNumber('year');
  const { data: years, error, refetch } = useYears();
  const chosen =
    years?.find(({ year_id }) => year_id === asked) ?? years?.find(({ status }) => status === 'open') ?? years?.at(-1);
  const body = () => {
    if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (!years) return <SkeletonLines lines={6} />;
    if (years.length === 0) return <EmptyState title={t('closing:no_years')} icon={Lock} />;
    return (
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_1fr]">
        <YearList
          years={years}
          chosen={chosen?.year_id}
          onChoose={(year) => void navigate({ to: '.', search: { year } })}
        />
        {chosen && <YearPanel key={chosen.year_id} year={chosen} />}
      </div>
    );
  };
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-xl font-semibold">{t('ledger:financial_years')}</h1>
        <span className="flex-1" />
        {can('financial_years/store') && (
          <Link
            to="/settings/financial-year/new"
            className="inline-flex h-8 items-center gap-1.5 rounded-md border border-edge-strong/55 bg-surface-1 px-3 hover:bg-surface-2"
          >
            <Plus size={15} aria-hidden />
            {t('closing:new_year')}
          </Link>
        )}
      </div>
      {body()}
    </div>
  );
}

interface YearListProps {
  readonly years: readonly Year[];
  readonly chosen: number | undefined;
  readonly onChoose: (year: number) => void;
}

function YearList({ years, chosen, onChoose }: YearListProps) {
  const { t } = useTranslation();
  return (
    <ul className="divide-y divide-edge overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card">
      {years.toReversed().map((year) => (
        <li key={year.year_id}>
          <button
            type="button"
            aria-pressed={year.year_id === chosen}
            onClick={() => onChoose(year.year_id)}
            className="flex w-full items-center gap-3 px-4 py-2.5 text-start hover:bg-surface-2 aria-pressed:bg-accent-soft"
          >
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-medium">{year.year_name}</span>
              <span className="text-ink-muted">
                <Day value={year.start_date} /> – <Day value={year.end_date} />
              </span>
            </span>
            <StatusChip
              tone={year.status === 'closed' ? 'info' : 'success'}
              label={t(`closing:statuses.${year.status}`)}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

export const FinancialYearForm = recordForm({
  resource: 'financial_years',
  title: 'ledger:financial_year',
  sections: [{ hint: 'closing:year_hint', fields: ['year_name', 'start_date', 'end_date', 'first_day'] }],
});
