/** The lines of a stored payroll with what is left to pay of each, and its payments in their order. */
import { amountsOf, paidOf, restOf } from '../../domain/people/paid-lines.ts';
import { isObject, membersOf, objectsOf } from '../../domain/values/members.ts';
import { type Money, printMoney, sum } from '../../domain/values/money.ts';

type Data = Readonly<Record<string, unknown>>;

export interface PayrollLineShown {
  readonly line_id: number;
  readonly name: string;
  readonly amount: string;
  readonly base_salary: string;
  readonly addition: string | null;
  readonly deduction: string | null;
  readonly repayment: string | null;
  readonly note: string | null;
  readonly rest: Money;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const nameOf = ({ user_name, user_fk }: Data): string => text(user_name) ?? `#${String(user_fk)}`;

function paymentsIn(data: Data) {
  return [data['payment'], ...objectsOf(data['paid_parts'])].filter(isObject).map((payment) => ({
    ...payment,
    payroll: {
      lines: objectsOf(membersOf(payment['payroll'])['lines']).map(({ line_id, amount }) => ({
        line_id: Number(line_id),
        amount: text(amount) ?? '0',
      })),
    },
  }));
}

export function linesOf(data: Data): readonly PayrollLineShown[] {
  const payments = paymentsIn(data);
  return objectsOf(data['lines']).map((line) => {
    const own = { line_id: Number(line['line_id']), amount: text(line['amount']) ?? '0' };
    return {
      ...own,
      name: nameOf(line),
      base_salary: text(line['base_salary']) ?? '0',
      addition: text(line['addition']),
      deduction: text(line['deduction']),
      repayment: text(line['repayment']),
      note: text(line['note']),
      rest: restOf(own, payments),
    };
  });
}

/** The amounts of a line after a correction: what is then left to pay, and what its person then owes. */
export function corrected(
  data: Data,
  line: PayrollLineShown,
  pay: { readonly base_salary: string; readonly addition: string; readonly deduction: string },
): { readonly rest: string; readonly debt: string | undefined } {
  const payments = paymentsIn(data);
  const { amount, debt_amount } = amountsOf({ ...line, ...pay }, paidOf(line.line_id, payments));
  return { rest: printMoney(restOf({ ...line, amount }, payments)), debt: debt_amount };
}

export interface PaymentShown {
  readonly date: string;
  readonly account: string;
  readonly persons: number;
  readonly amount: string;
}

export const paymentsOf = (data: Data): readonly PaymentShown[] =>
  paymentsIn(data).map(({ payroll: { lines }, ...payment }) => {
    const paid = lines.filter(({ amount }) => amount !== '0');
    const { date, account_name, account_fk }: Data = payment;
    return {
      date: String(date),
      account: text(account_name) ?? `#${String(account_fk)}`,
      persons: paid.length,
      amount: printMoney(sum(lines.map((line) => restOf(line, [])))),
    };
  });

export interface CorrectionShown {
  readonly date: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/** What was payable of the line before and after; below zero when its person owes it. */
export const correctionsOf = (data: Data): readonly CorrectionShown[] =>
  objectsOf(data['corrections']).map(({ date, before, after, reason }) => ({
    date: String(date),
    name: nameOf(membersOf(after)),
    before: text(membersOf(before)['amount']) ?? '0',
    after: text(membersOf(after)['amount']) ?? '0',
    reason: String(reason ?? ''),
  }));
