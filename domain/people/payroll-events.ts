/** The stored events of a payroll. */
import type { ApprovedEvent } from '../documents/approved.ts';
import type { PaidOut } from '../documents/paid-out.ts';
import type { SharedAmount } from '../documents/shared-amount.ts';
import type { RepaidIn } from './repaid-debts.ts';

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
  /** Net pay: salary and addition less deduction and repayment; 0 when the debt takes the whole pay, or it is below zero. */
  readonly amount: string;
  /** Present when the person owes it: the net pay is below zero, or less than what was paid. */
  readonly debt_amount?: string;
  readonly note: string | null;
}

export interface Payroll extends SharedAmount<PayrollLine> {
  readonly from_date: string;
  readonly to_date: string;
}

export interface PayrollPaid extends PaidOut {
  /** The lines that it pays; the amount of each is what is paid of it. */
  readonly payroll: Payroll;
}

/** One line after the approval, as it was and as it is. */
export interface PayrollCorrected {
  readonly outlet_fk: number;
  readonly date: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly before: PayrollLine;
  readonly after: PayrollLine;
  readonly reason: string;
}

export type PayrollEvent = ApprovedEvent<typeof PAYROLL, Payroll, PayrollPaid, PayrollCorrected>;
