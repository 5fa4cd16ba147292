/**
 * What a payment of tax posts (docs/accounting.md, section 5):
 *
 *   debit  output tax   paid and set off amounts
 *   credit input tax    the amount set off
 *   credit cash         the paid amount
 *
 * A credit that the authority pays back:
 *
 *   debit  cash         the amount
 *   credit input tax    the credit of input tax
 *   credit output tax   what was paid in advance
 */
import type { TaxPayment } from '../cash/tax-payment.ts';
import { cashKey } from '../chart/chart.ts';
import { inSystemCurrency, type Posting, posting } from '../entries/entry.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { add, money, negate, subtract } from '../values/money.ts';

export function postTaxPayment(payment: TaxPayment): Posting {
  const { outlet_fk: outlet, account_fk, account_type, system_currency_fk: system } = payment;
  const [paid, setOff] = [money(payment.amount), money(payment.input_amount)];
  const isReceived = payment.tax_direction === 'received';
  const cleared = isReceived ? subtract(setOff, paid) : add(paid, setOff);
  const inDocument = inSystemCurrency(
    [
      { outlet, account: { key: 'output-tax' }, amount: cleared },
      { outlet, account: { key: 'input-tax' }, amount: negate(setOff) },
      { outlet, account: { key: cashKey(account_type), of: account_fk }, amount: isReceived ? paid : negate(paid) },
    ],
    { currency: system, system, rate: undefined },
  );
  const lines = inMoneyGiven(payment, system, inDocument);
  return posting(effectiveTime(payment.date, payment.time, isReceived ? 'in' : 'out'), lines, foreignCash(lines));
}
