/**
 * What a payroll posts (docs/accounting.md, section 5).
 *
 * When it is approved:
 *   debit  payroll
 *   credit payroll payable       to each person
 *   credit staff receivable      what each person repays of what they owe the business
 * When it is paid:
 *   debit  payroll payable
 *   credit cash
 */

import { money } from '../kernel/money.ts';
import type { Payroll, PayrollLine, PayrollPaid } from '../people/payroll.ts';
import type { DocumentLine, Posting } from './entry.ts';
import { postApproved, postPaid, type SharedAccounts } from './shared-amount.ts';

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

const repaid = ({ outlet_fk: outlet }: Payroll, { line_id, user_fk, repayment }: PayrollLine): DocumentLine[] =>
  repayment === undefined
    ? []
    : [
        {
          ...{ outlet, line: line_id, party: `user-${user_fk}` },
          account: { key: 'staff-receivable' },
          amount: money(repayment),
        },
      ];

export const postPayrollPayment = ({ payroll, ...paid }: PayrollPaid): Posting => postPaid(payroll, paid, ACCOUNTS);
