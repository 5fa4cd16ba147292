/** The pay of an outlet's staff for a period: prepared, owed to each person on approval, and paid. */

import type { Facts } from '../deciding/facts.ts';
import { type ApprovedEvent, approvedDecider } from '../documents/approved.ts';
import { checkPlace, known } from '../documents/document-rules.ts';
import { type PaidOut, paidOut } from '../documents/paid-out.ts';
import { type SharedAmount, sharedAmount } from '../documents/shared-amount.ts';
import type { PayOutInput } from '../schemas/paid-out.schema.ts';
import { monthOf, readDate } from '../values/effective-date.ts';
import { add, type Money, printMoney, readMoney, subtract, sum, ZERO } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import { askAboutPaidTwice } from './paid-periods.ts';
import type { PayrollInput } from './payroll.schema.ts';
import { type RepaidIn, repaidByOutlet } from './repaid-debts.ts';

/** Stream: `payroll-<id>` */
export const PAYROLL = 'payroll';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface PayrollLine {
  readonly line_id: number;
  readonly user_fk: number;
  readonly base_salary: string;
  readonly addition: string | null;
  readonly deduction: string | null;
  /** Present when an amount is kept back for what the person owes the business. */
  readonly repayment?: string;
  /** The parts of the repayment that are owed to other outlets (decisions/0191); absent when all of it is owed to this one. */
  readonly repaid_in?: readonly RepaidIn[];
  /** Net pay: salary and addition less deduction and repayment; 0 when the debt takes the whole pay. */
  readonly amount: string;
  readonly note: string | null;
}

export interface Payroll extends SharedAmount<PayrollLine> {
  readonly from_date: string;
  readonly to_date: string;
}

export interface PayrollPaid extends PaidOut {
  readonly payroll: Payroll;
}

export type PayrollEvent = ApprovedEvent<typeof PAYROLL, Payroll, PayrollPaid>;

export const payroll = approvedDecider<typeof PAYROLL, PayrollInput, Payroll, PayOutInput, PayrollPaid>(PAYROLL, {
  facts: payrollFacts,
  approved: (data, facts) => {
    askAboutPaidTwice(data, facts);
    return { ...data, lines: repaidByOutlet(data, facts) };
  },
  payment: (data, input, facts) => ({ ...paidOut(data, input, facts), payroll: data }),
});

function payrollFacts(input: PayrollInput, facts: Facts): Payroll {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  if (!readDate(input.from_date)) issues.add('from_date', 'date');
  if (!readDate(input.to_date)) issues.add('to_date', 'date');
  else if (input.to_date < input.from_date) issues.add('to_date', 'end_date_after_start_date');
  else checkPeriod(input, facts, issues);
  if (input.lines.length === 0) issues.add('lines', 'at_least_one_line');
  const amounts = input.lines.map((line, index): Money => {
    const field = `lines.${index}`;
    known(facts, issues, `${field}.user_fk`, 'user', line.user_fk);
    const isTwice = input.lines.findIndex((candidate) => candidate.user_fk === line.user_fk) < index;
    if (isTwice) issues.add(`${field}.user_fk`, 'unique');
    const pay = subtract(add(read(line.base_salary), read(line.addition)), read(line.deduction));
    const amount = subtract(pay, read(line.repayment));
    if (pay <= 0n) issues.add(`${field}.base_salary`, 'greater_than', { value: '0' });
    else if (amount < 0n) issues.add(`${field}.repayment`, 'max', { value: printMoney(pay) });
    return amount;
  });
  issues.throwIfAny();
  const lines = input.lines.map((line, index) => ({
    line_id: index + 1,
    user_fk: line.user_fk,
    base_salary: line.base_salary,
    addition: line.addition ?? null,
    deduction: line.deduction ?? null,
    ...(line.repayment && read(line.repayment) > 0n ? { repayment: line.repayment } : {}),
    amount: printMoney(amounts[index] ?? ZERO),
    note: line.note ?? null,
  }));
  const { from_date, to_date } = input;
  return { ...sharedAmount(input, printMoney(sum(amounts)), lines, facts), from_date, to_date };
}

const DAYS_MAX = 92;
const DAY_MS = 86_400_000;

/** At most three months, and not beyond the month in which it is prepared. */
function checkPeriod({ from_date, to_date }: PayrollInput, { today }: Facts, issues: Issues): void {
  const days = (Date.parse(to_date) - Date.parse(from_date)) / DAY_MS + 1;
  if (days > DAYS_MAX) issues.add('to_date', 'payroll_too_long', { value: String(DAYS_MAX) });
  if (monthOf(to_date) > monthOf(today)) issues.add('to_date', 'payroll_of_the_future');
}

const read = (amount: string | null | undefined): Money => readMoney(amount ?? '0') ?? ZERO;
