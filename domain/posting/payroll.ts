/**
 * What a payroll posts (docs/accounting.md, section 5).
 *
 * When it is approved:
 *   debit  payroll
 *   credit payroll payable       to each person
 *   credit staff receivable      what each person repays of what they owe the business, in the books of the outlets that are
 *                                owed it; between outlets balances each of them (docs/decisions/0191)
 *   debit  staff receivable      the net pay of a person that is below zero
 * When some or all persons are paid:
 *   debit  payroll payable
 *   credit cash
 * When a line is corrected (docs/decisions/0193):
 *   debit or credit payroll             the difference of the pay
 *   debit or credit payroll payable     what more or less is payable of it
 *   debit or credit staff receivable    what was paid beyond the pay, or what of it is no longer owed
 */

import { currencyOf } from '../entries/document-currency.ts';
import { type DocumentLine, inSystemCurrency, type Posting, posting } from '../entries/entry.ts';
import { postApproved, postPaid, type SharedAccounts } from '../entries/shared-amount.ts';
import type { Payroll, PayrollCorrected, PayrollLine, PayrollPaid } from '../people/payroll-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { add, type Money, money, negate, subtract, sum } from '../values/money.ts';
import { netOf } from '../values/net-pay.ts';

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

/** What a line repays; below zero what its person owes, for a net pay below zero repays nothing. */
function repaid({ outlet_fk }: Payroll, line: PayrollLine): DocumentLine[] {
  const { line_id, user_fk, repayment = '0', repaid_in = [] } = line;
  const others = repaid_in.map((part) => ({ outlet: part.outlet_fk, amount: money(part.amount) }));
  const own = subtract(subtract(money(repayment), sum(others.map(({ amount }) => amount))), debtOf(line));
  return [{ outlet: outlet_fk, amount: own }, ...others]
    .filter(({ amount }) => amount !== 0n)
    .map((part) => ({ ...part, line: line_id, party: `user-${user_fk}`, account: { key: 'staff-receivable' } }));
}

export const postPayrollPayment = ({ payroll, ...paid }: PayrollPaid): Posting => postPaid(payroll, paid, ACCOUNTS);

export function postPayrollCorrection(of: PayrollCorrected): Posting {
  const { outlet_fk: outlet, before, after } = of;
  const pay = subtract(netOf(after), netOf(before));
  const debt = subtract(debtOf(after), debtOf(before));
  const person = { outlet, line: after.line_id, party: `user-${after.user_fk}` };
  const lines: DocumentLine[] = [
    { outlet, account: ACCOUNTS.debit, amount: pay },
    { ...person, account: ACCOUNTS.payable, amount: negate(add(pay, debt)) },
    { ...person, account: { key: 'staff-receivable' }, amount: debt },
  ];
  return posting(effectiveTime(of.date, null, 'out'), inSystemCurrency(lines, currencyOf(of)));
}

const debtOf = ({ debt_amount = '0' }: PayrollLine): Money => money(debt_amount);
