/**
 * What a salesman's commission posts (docs/accounting.md, section 5).
 *
 * When it is approved:
 *   debit  commission                the commission of the period
 *   credit commission payable        to the salesman
 * When it is paid:
 *   debit  commission payable
 *   credit cash
 *
 * Reversing reverses both.
 */

import { cashKey } from '../chart/chart.ts';
import { currencyOf } from '../entries/document-currency.ts';
import { type DocumentLine, inSystemCurrency, type Posting, posting } from '../entries/entry.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import type { CommissionPaid, SalesmanCommission } from '../sales/commission/salesman-commission-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, negate } from '../values/money.ts';

export function postCommission(commission: SalesmanCommission): Posting {
  const { outlet_fk: outlet, date } = commission;
  const amount = money(commission.amount);
  return entry(commission, effectiveTime(date, null, 'out'), [
    { outlet, account: { key: 'commission' }, amount },
    { ...payable(commission), amount: negate(amount) },
  ]);
}

export function postCommissionPayment(paid: CommissionPaid): Posting {
  const amount = money(paid.amount);
  const account = { key: cashKey(paid.account_type), of: paid.account_fk };
  const sides = [
    { ...payable(paid), amount },
    { outlet: paid.outlet_fk, account, amount: negate(amount) },
  ];
  const lines = inMoneyGiven(paid, paid.system_currency_fk, inSystemCurrency(sides, currencyOf(paid)));
  return posting(effectiveTime(paid.date, paid.time, 'out'), lines, foreignCash(lines));
}

type Of = Pick<CommissionPaid, 'outlet_fk' | 'salesman_fk' | 'currency_fk' | 'system_currency_fk'>;

const payable = ({ outlet_fk, salesman_fk }: Of) =>
  ({ outlet: outlet_fk, party: `salesman-${salesman_fk}`, account: { key: 'commission-payable' } }) as const;

function entry(of: Of, effective: Posting['effective'], lines: readonly DocumentLine[]): Posting {
  return posting(effective, inSystemCurrency(lines, currencyOf(of)));
}
