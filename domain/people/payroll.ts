/**
 * The pay of an outlet's staff for a period: prepared, owed to each person on approval, paid by person, and corrected by
 * person.
 */

import type { Facts } from '../deciding/facts.ts';
import { approvedDecider } from '../documents/approved.ts';
import { checkPlace, known } from '../documents/document-rules.ts';
import { sharedAmount } from '../documents/shared-amount.ts';
import { monthOf, readDate } from '../values/effective-date.ts';
import { money, printMoney, readMoney, sum, ZERO } from '../values/money.ts';
import { earnedOf, payOf } from '../values/net-pay.ts';
import { Issues } from '../values/refusal.ts';
import { amountsOf } from './paid-lines.ts';
import { askAboutPaidTwice } from './paid-periods.ts';
import type { PayrollCorrectionInput, PayrollInput, PayrollPayOutInput } from './payroll.schema.ts';
import { askAboutDebt, BY_PERSON, paidByPerson } from './payroll-by-person.ts';
import { PAYROLL, type Payroll, type PayrollCorrected, type PayrollPaid } from './payroll-events.ts';
import { repaidByOutlet } from './repaid-debts.ts';

export const payroll = approvedDecider<
  typeof PAYROLL,
  PayrollInput,
  Payroll,
  PayrollPayOutInput,
  PayrollPaid,
  PayrollCorrectionInput,
  PayrollCorrected
>(PAYROLL, {
  facts: payrollFacts,
  approved: (data, facts) => {
    const issues = new Issues();
    askAboutPaidTwice(data, facts, issues);
    data.lines.forEach((line, index) => {
      askAboutDebt(`lines.${index}.base_salary`, line, data, facts, issues);
    });
    issues.throwIfAny();
    return { ...data, lines: repaidByOutlet(data, facts) };
  },
  payment: paidByPerson,
  byLine: BY_PERSON,
});

function payrollFacts(input: PayrollInput, facts: Facts): Payroll {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  if (!readDate(input.from_date)) issues.add('from_date', 'date');
  if (!readDate(input.to_date)) issues.add('to_date', 'date');
  else if (input.to_date < input.from_date) issues.add('to_date', 'end_date_after_start_date');
  else checkPeriod(input, facts, issues);
  if (input.lines.length === 0) issues.add('lines', 'at_least_one_line');
  input.lines.forEach((line, index) => {
    const field = `lines.${index}`;
    known(facts, issues, `${field}.user_fk`, 'user', line.user_fk);
    const isTwice = input.lines.findIndex((candidate) => candidate.user_fk === line.user_fk) < index;
    if (isTwice) issues.add(`${field}.user_fk`, 'unique');
    const pay = payOf(line);
    const repayment = readMoney(line.repayment ?? '0') ?? ZERO;
    const most = pay > 0n ? pay : ZERO;
    // Nothing was earned; what was earned may be kept back wholly, as for days without work.
    if (pay === 0n && earnedOf(line) === 0n) issues.add(`${field}.base_salary`, 'greater_than', { value: '0' });
    else if (repayment > most) issues.add(`${field}.repayment`, 'max', { value: printMoney(most) });
  });
  issues.throwIfAny();
  const lines = input.lines.map((line, index) => ({
    line_id: index + 1,
    user_fk: line.user_fk,
    base_salary: line.base_salary,
    addition: line.addition ?? null,
    deduction: line.deduction ?? null,
    ...(line.repayment && money(line.repayment) > 0n ? { repayment: line.repayment } : {}),
    ...amountsOf(line, ZERO),
    note: line.note ?? null,
  }));
  const { from_date, to_date } = input;
  const amount = printMoney(sum(lines.map((line) => money(line.amount))));
  return { ...sharedAmount(input, amount, lines, facts), from_date, to_date };
}

const DAYS_MAX = 92;
const DAY_MS = 86_400_000;

/** At most three months, and not beyond the month in which it is prepared. */
function checkPeriod({ from_date, to_date }: PayrollInput, { today }: Facts, issues: Issues): void {
  const days = (Date.parse(to_date) - Date.parse(from_date)) / DAY_MS + 1;
  if (days > DAYS_MAX) issues.add('to_date', 'payroll_too_long', { value: String(DAYS_MAX) });
  if (monthOf(to_date) > monthOf(today)) issues.add('to_date', 'payroll_of_the_future');
}
