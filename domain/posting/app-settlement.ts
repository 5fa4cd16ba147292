/**
 * What a settlement of the payment app posts (docs/accounting.md, section 2, "POS sale"):
 *
 *   debit  bank               the paid amount
 *   debit  the fee's expense type
 *   credit app clearing
 */

import { cashKey } from '../chart/chart.ts';
import { currencyOf } from '../entries/document-currency.ts';
import { type DocumentLine, inSystemCurrency, type Posting, posting } from '../entries/entry.ts';
import type { AppSettlement } from '../till/app-settlement.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, negate, subtract } from '../values/money.ts';

export function postAppSettlement(settlement: AppSettlement): Posting {
  const { outlet_fk: outlet, expense_type_fk, account_fk, account_type } = settlement;
  const amount = money(settlement.amount);
  const fee = money(settlement.fee ?? '0');
  const lines: DocumentLine[] = [
    { outlet, account: { key: cashKey(account_type), of: account_fk }, amount: subtract(amount, fee) },
    ...(expense_type_fk === null
      ? []
      : [{ outlet, account: { key: 'expense-type', of: expense_type_fk }, amount: fee } as const]),
    { outlet, account: { key: 'app-clearing' }, amount: negate(amount) },
  ];
  return posting(
    effectiveTime(settlement.date, settlement.time, 'in'),
    inSystemCurrency(lines, currencyOf(settlement)),
  );
}
