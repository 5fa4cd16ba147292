/**
 * Income other than sales: its type, an amount above zero, and its payment. Foreign amounts are converted at the in
 * rate.
 */

import { typedDueDay, withDueDay } from '../debts/due-date.ts';
import type { Facts } from '../deciding/facts.ts';
import type { SettledTerms } from '../documents/document-rules.ts';
import { checkAboveZero, checkPlace, known, settleTerms, timeOf } from '../documents/document-rules.ts';
import { type DraftedEvent, draftedDecider } from '../documents/drafted.ts';
import type { OtherMoney } from '../documents/other-money.ts';
import type { DueDay } from '../values/due-day.ts';
import { Issues } from '../values/refusal.ts';
import type { IncomeInput } from './income.schema.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

/** Stream: `income-<id>` */
export const INCOME = 'income';

export interface Income extends SettledTerms, OtherMoney, DueDay {
  readonly outlet_fk: number;
  readonly income_type_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly customer_fk: number | null;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type IncomeEvent = DraftedEvent<typeof INCOME, Income>;

export const income = draftedDecider<typeof INCOME, IncomeInput, Income>(INCOME, {
  facts: incomeFacts,
  completed: (data, facts) => withDueDay(data, { kind: 'customer', id: data.customer_fk }, facts),
});

function incomeFacts(input: IncomeInput, facts: Facts): Income {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'income_type_fk', 'income_type', input.income_type_fk);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  checkAboveZero(input.amount, 'amount', issues);
  const { customer_fk = null } = input;
  const income: Income = {
    outlet_fk: input.outlet_fk,
    income_type_fk: input.income_type_fk,
    date: input.date,
    time: timeOf(input, facts),
    amount: input.amount,
    ...settleTerms(input, { direction: 'in', party: customer_fk, partyField: 'customer_fk' }, facts, issues),
    ...typedDueDay(input, input.payment_type === 'on_account', issues),
    customer_fk,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
  issues.throwIfAny();
  return income;
}
