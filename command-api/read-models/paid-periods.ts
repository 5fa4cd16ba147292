/** Persons in approved payrolls, with the days of their pay, and what persons of the staff owe in each outlet. */
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import type { PaidPeriod } from '../../domain/people/paid-periods.ts';
import type { OwedInOutlet } from '../../domain/people/repaid-debts.ts';
import type { CurrentQuery } from './named-query.ts';

/** Days are compared as ISO texts, so that a day which is none finds nothing instead of failing. */
export const PAID_PERIODS: CurrentQuery<[from: string, until: string], PaidPeriod> = {
  name: 'persons with pay for some days of a period',
  staleness: 'position of the decision',
  sql: `select d.id as payroll_fk, d.number, (l ->> 'user_fk')::int as user_fk, d.data ->> 'from_date' as from_date,
      d.data ->> 'to_date' as to_date
    from read.document d cross join lateral jsonb_array_elements((d.data -> 'lines')::jsonb) l
    where d.kind = 'payroll' and d.status in ('approved', 'paid')
      and d.data ->> 'from_date' <= $2 and d.data ->> 'to_date' >= $1
    order by d.id`,
};

/** At the end of a day, less what was repaid since; the outlet with the lowest number first. */
export const OWED_IN_OUTLETS: CurrentQuery<[parties: readonly string[], day: string], OwedInOutlet> = {
  name: 'what persons of the staff owe in each outlet',
  staleness: 'position of the decision',
  sql: `select split_part(party, '-', 2)::int as user_fk, outlet_fk,
      least(coalesce(sum(base) filter (where effective_date::text <= $2), 0), sum(base))::text as owed
    from read.journal_line
    where account = ${SYSTEM_ACCOUNTS['staff-receivable'].code} and party = any($1)
    group by party, outlet_fk order by party, outlet_fk`,
};
