/** A payment of the payment app for till receipts, less its fee. It is complete at once and can be reversed. */

import type { Facts } from '../deciding/facts.ts';
import { checkPlace, known, settlePayment, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { type MoneyEvent, moneyDecider } from '../documents/immediate.ts';
import { readMoney, ZERO } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { AppSettlementInput } from './app-settlement.schema.ts';

/** Stream: `app_settlement-<id>` */
export const APP_SETTLEMENT = 'app_settlement';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface AppSettlement {
  readonly outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly amount: string;
  readonly fee: string | null;
  readonly expense_type_fk: number | null;
  readonly account_fk: number;
  readonly account_type: number;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type AppSettlementEvent = MoneyEvent<typeof APP_SETTLEMENT, AppSettlement>;

export const appSettlement = moneyDecider(APP_SETTLEMENT, settlementFacts);

function settlementFacts(input: AppSettlementInput, facts: Facts): AppSettlement {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const amount = readMoney(input.amount) ?? ZERO;
  const fee = readMoney(input.fee ?? '0') ?? ZERO;
  if (amount <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  if (fee > amount) issues.add('fee', 'less_than', { value: input.amount });
  known(facts, issues, 'expense_type_fk', 'expense_type', input.expense_type_fk);
  if (fee > 0n && !input.expense_type_fk) issues.add('expense_type_fk', 'required');
  const system = systemCurrency(facts);
  const bank = { outlet_fk: input.outlet_fk, currency_fk: system, payment_type: 'cash' } as const;
  const paid = settlePayment({ ...bank, account_fk: input.account_fk }, null, '', facts, issues);
  issues.throwIfAny();
  return {
    outlet_fk: input.outlet_fk,
    date: input.date,
    time: timeOf(input, facts),
    currency_fk: system,
    system_currency_fk: system,
    amount: input.amount,
    fee: fee > 0n ? (input.fee ?? null) : null,
    expense_type_fk: input.expense_type_fk ?? null,
    account_fk: input.account_fk,
    account_type: paid.account_type ?? 2,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}
