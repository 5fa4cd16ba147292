/**
 * What a payroll posts (docs/accounting.md, section 5).
 *
 * When it is approved:
 *   debit  payroll
 *   credit payroll payable       to each person
 *   credit staff receivable      what each person repays of what they owe the business, in the books of the outlets that are
 *                                owed it; between outlets balances each of them (docs/decisions/0191)
 * When it is paid:
 *   debit  payroll payable
 *   credit cash
 */

import type { DocumentLine, Posting } from '../entries/entry.ts';
import { postApproved, postPaid, type SharedAccounts } from '../entries/shared-amount.ts';
import type { Payroll, PayrollLine, PayrollPaid } from '../people/payroll.ts';
import { money, subtract, sum } from '../values/money.ts';

const ACCOUNTS: SharedAccounts<PayrollLine> = {
  debit: { key: 'payroll' },
  payable: { key: 'payroll-payable' },
  party: ({ user_fk }) => `user-${user_fk}`,
};

export const postPayroll = (payroll: Payroll): Posting =>
  postApproved(
    payroll,
    ACCOUNTS,
    payroll.lines.flatMap((line) => repaid(payroll, line)),
  );

function repaid({ outlet_fk }: Payroll, { line_id, user_fk, repayment, repaid_in = [] }: PayrollLine): DocumentLine[] {
  if (repayment === undefined) return [];
  const others = repaid_in.map((part) => ({ outlet: part.outlet_fk, amount: money(part.amount) }));
  const own = subtract(money(repayment), sum(others.map(({ amount }) => amount)));
  return [{ outlet: outlet_fk, amount: own }, ...others]
    .filter(({ amount }) => amount !== 0n)
    .map((part) => ({ ...part, line: line_id, party: `user-${user_fk}`, account: { key: 'staff-receivable' } }));
}

export const postPayrollPayment = ({ payroll, ...paid }: PayrollPaid): Posting => postPaid(payroll, paid, ACCOUNTS);
