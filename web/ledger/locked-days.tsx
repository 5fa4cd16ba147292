/** The locked days: a list of locks that every document obeys, and what is unfinished until the end of last month. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { read } from '../shared/api/read.ts';
import { Day } from '../shared/controls/amount.tsx';
import { recordForm } from '../shared/form/record-form.tsx';
import { localToday } from '../shared/typing/date-words.ts';
import { presetPeriod } from '../shared/typing/period-words.ts';
import type { Check } from './financial-year-data.ts';
import { YearChecks } from './year-checks.tsx';

const NONE: ReadonlySet<string> = new Set();

function Unfinished() {
  const { t } = useTranslation();
  const day = presetPeriod('last_month', localToday()).to;
  const { data } = useQuery({
    queryKey: ['period_locks', 'checks', day],
    queryFn: ({ signal }) => read('period_locks/checks/:day', { params: { day }, signal }),
    meta: { quiet: true },
  });
  if (!data) return null;
  // Nobody has to acknowledge anything before days are locked.
  const checks = (data.checks as readonly Check[])
    .filter(({ holds }) => !holds)
    .map((check) => ({ ...check, may_be_acknowledged: false }));
  return (
    <section className="flex flex-col gap-2" data-unfinished>
      <h2 className="flex flex-wrap items-baseline gap-2 px-1 font-semibold">
        {t(checks.length === 0 ? 'closing:nothing_unfinished' : 'closing:before_locking')} <Day value={day} />
      </h2>
      {checks.length > 0 && (
        <YearChecks checks={checks} lastDay={day} acknowledged={NONE} onAcknowledge={() => undefined} />
      )}
    </section>
  );
}

export const Form = recordForm({
  resource: 'period_locks',
  title: 'ledger:locked_days',
  singleton: true,
  aside: () => <Unfinished />,
  sections: [
    { title: 'ledger:locked_days', hint: 'closing:locked_days_hint', fields: ['locks'] },
    { fields: ['lock_reason'] },
  ],
});
