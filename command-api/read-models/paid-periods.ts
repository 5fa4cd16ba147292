/** Persons in approved payrolls, with the days of their pay. */
import type { PaidPeriod } from '../../domain/people/paid-periods.ts';
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
