/**
 * What a dividend posts (accounting.md, section 5, "Stockholders").
 *
 * When it is declared:
 *   debit  retained earnings
 *   credit dividends payable     to each stockholder
 * When it is paid:
 *   debit  dividends payable
 *   credit cash
 */
import type { Dividend, DividendPaid } from '../equity/dividend.ts';
import { effectiveTime } from '../kernel/effective-date.ts';
import { money, negate } from '../kernel/money.ts';
import { cashKey } from '../ledger/chart.ts';
import { type DocumentLine, inSystemCurrency, type Posting, posting } from './entry.ts';

export function postDividend(dividend: Dividend): Posting {
  const lines = [
    { outlet: dividend.outlet_fk, account: { key: 'retained-earnings' }, amount: money(dividend.amount) } as const,
    ...payable(dividend).map((line) => ({ ...line, amount: negate(line.amount) })),
  ];
  return posting(effectiveTime(dividend.date, null, 'out'), inSystemCurrency(lines, currencyOf(dividend)));
}

export function postDividendPayment({ dividend, date, time, account_fk, account_type }: DividendPaid): Posting {
  const cash = {
    outlet: dividend.outlet_fk,
    account: { key: cashKey(account_type), of: account_fk },
    amount: negate(money(dividend.amount)),
  };
  const lines = inSystemCurrency([...payable(dividend), cash], currencyOf(dividend));
  return posting(effectiveTime(date, time, 'out'), lines);
}

function payable({ outlet_fk: outlet, lines }: Dividend): DocumentLine[] {
  return lines.map((line) => ({
    outlet,
    account: { key: 'dividends-payable' },
    party: `stockholder-${line.stockholder_fk}`,
    line: line.line_id,
    amount: money(line.amount),
  }));
}

const currencyOf = ({ currency_fk, system_currency_fk }: Dividend) => ({
  currency: currency_fk,
  system: system_currency_fk,
  rate: undefined,
});
