/**
 * What a payroll posts (docs/accounting.md, section 5).
 *
 * When it is approved:
 *   debit  payroll
 *   credit payroll payable       to each person
 * When it is paid:
 *   debit  payroll payable
 *   credit cash
 */
import type { Payroll, PayrollLine, PayrollPaid } from '../people/payroll.ts';
import type { Posting } from './entry.ts';
import { postApproved, postPaid, type SharedAccounts } from './shared-amount.ts';

const ACCOUNTS: SharedAccounts<PayrollLine> = {
  debit: { key: 'payroll' },
  payable: { key: 'payroll-payable' },
  party: ({ user_fk }) => `user-${user_fk}`,
};

export const postPayroll = (payroll: Payroll): Posting => postApproved(payroll, ACCOUNTS);

export const postPayrollPayment = ({ payroll, ...paid }: PayrollPaid): Posting => postPaid(payroll, paid, ACCOUNTS);
