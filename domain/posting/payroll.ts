/**
 * What a payroll posts (accounting.md, section 5).
 *
 * When it is approved:
 *   debit  payroll
 *   credit payroll payable       to each person
 * When it is paid:
 *   debit  payroll payable
 *   credit cash
 */
import { effectiveTime } from '../kernel/effective-date.ts';
import { money, negate } from '../kernel/money.ts';
import { cashKey } from '../ledger/chart.ts';
import type { Payroll, PayrollPaid } from '../people/payroll.ts';
import { type DocumentLine, inSystemCurrency, type Posting, posting } from './entry.ts';

export function postPayroll(payroll: Payroll): Posting {
  const lines = [
    { outlet: payroll.outlet_fk, account: { key: 'payroll' }, amount: money(payroll.amount) } as const,
    ...payable(payroll).map((line) => ({ ...line, amount: negate(line.amount) })),
  ];
  return posting(effectiveTime(payroll.date, null, 'out'), inSystemCurrency(lines, currencyOf(payroll)));
}

export function postPayrollPayment({ payroll, date, time, account_fk, account_type }: PayrollPaid): Posting {
  const cash = {
    outlet: payroll.outlet_fk,
    account: { key: cashKey(account_type), of: account_fk },
    amount: negate(money(payroll.amount)),
  };
  const lines = inSystemCurrency([...payable(payroll), cash], currencyOf(payroll));
  return posting(effectiveTime(date, time, 'out'), lines);
}

function payable({ outlet_fk: outlet, lines }: Payroll): DocumentLine[] {
  return lines.map((line) => ({
    outlet,
    account: { key: 'payroll-payable' },
    party: `user-${line.user_fk}`,
    line: line.line_id,
    amount: money(line.amount),
  }));
}

const currencyOf = ({ currency_fk, system_currency_fk }: Payroll) => ({
  currency: currency_fk,
  system: system_currency_fk,
  rate: undefined,
});
