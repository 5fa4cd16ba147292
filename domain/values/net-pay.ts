/** What a person earns by a line of a payroll, and what of it is payable. */
import { add, type Money, readMoney, subtract, ZERO } from './money.ts';

/** The amounts of a line from which its pay follows. */
export interface PayOfLine {
  readonly base_salary: string;
  readonly addition?: string | null | undefined;
  readonly deduction?: string | null | undefined;
  readonly repayment?: string | null | undefined;
}

const read = (amount: string | null | undefined): Money => readMoney(amount ?? '0') ?? ZERO;

/** Salary and addition. */
export const earnedOf = (line: Pick<PayOfLine, 'base_salary' | 'addition'>): Money =>
  add(read(line.base_salary), read(line.addition));

/** Salary and addition less deduction: what the work of the person costs. */
export const payOf = (line: PayOfLine): Money => subtract(earnedOf(line), read(line.deduction));

/** The pay less what is kept back for debts; below zero when the person owes it. */
export const netOf = (line: PayOfLine): Money => subtract(payOf(line), read(line.repayment));
