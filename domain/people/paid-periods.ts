/** Pay of the same person for days that an approved payroll contains already: usually the same month prepared twice. */
import type { Facts } from '../deciding/facts.ts';
import { membersOf, objectsOf } from '../values/members.ts';
import type { Issues } from '../values/refusal.ts';
import type { UserData } from './user.record.ts';

/** One person in an approved or paid payroll that has days of the requested period. */
export interface PaidPeriod {
  readonly payroll_fk: number;
  readonly number: string | null;
  readonly user_fk: number;
  readonly from_date: string;
  readonly to_date: string;
}

/** Parses the query result; empty before the read models were first built. */
const periodsIn = (queryResult: unknown): readonly PaidPeriod[] =>
  objectsOf(membersOf(queryResult)['periods']).map((row) => ({
    payroll_fk: Number(row['payroll_fk']),
    number: typeof row['number'] === 'string' ? row['number'] : null,
    user_fk: Number(row['user_fk']),
    from_date: String(row['from_date']),
    to_date: String(row['to_date']),
  }));

type Paid = Pick<PaidPeriod, 'user_fk'>;

/** Asks about each line whose person has pay for some of the days; a bonus is confirmed. */
export function askAboutPaidTwice({ lines }: { readonly lines: readonly Paid[] }, facts: Facts, issues: Issues): void {
  if (facts.confirmed) return;
  const paid = periodsIn(facts.queryResult).filter(({ payroll_fk }) => payroll_fk !== facts.ownId);
  lines.forEach(({ user_fk }, index) => {
    const before = paid.find((period) => period.user_fk === user_fk);
    if (!before) return;
    issues.ask(`lines.${index}.user_fk`, 'has_pay_for_these_days', {
      name: facts.record<UserData>('user', user_fk)?.data.user_name ?? String(user_fk),
      document: before.number ?? `payroll-${before.payroll_fk}`,
      from: before.from_date,
      to: before.to_date,
    });
  });
}
