/** Money that a stockholder pays into the business or withdraws from it. It is complete at once and can be reversed. */

import type { Facts } from '../deciding/facts.ts';
import type { SettledCurrency } from '../documents/document-rules.ts';
import { checkAboveZero, checkPlace, known, settleTerms, timeOf } from '../documents/document-rules.ts';
import { type MoneyEvent, moneyDecider } from '../documents/immediate.ts';
import type { OtherMoney } from '../documents/other-money.ts';
import { Issues } from '../values/refusal.ts';
import type { CapitalTransactionInput } from './capital-transaction.schema.ts';

/** Stream: `capital_transaction-<id>` */
export const CAPITAL_TRANSACTION = 'capital_transaction';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a carrying value, a balance or a posting.

export interface CapitalTransaction extends SettledCurrency, OtherMoney {
  readonly outlet_fk: number;
  readonly stockholder_fk: number;
  readonly transaction_type: 'contribution' | 'withdrawal';
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly account_fk: number;
  readonly account_type: number;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type CapitalTransactionEvent = MoneyEvent<typeof CAPITAL_TRANSACTION, CapitalTransaction>;

export const capitalTransaction = moneyDecider<typeof CAPITAL_TRANSACTION, CapitalTransactionInput, CapitalTransaction>(
  CAPITAL_TRANSACTION,
  capitalFacts,
);

function capitalFacts(input: CapitalTransactionInput, facts: Facts): CapitalTransaction {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'stockholder_fk', 'stockholder', input.stockholder_fk);
  checkAboveZero(input.amount, 'amount', issues);
  const direction = input.transaction_type === 'contribution' ? 'in' : 'out';
  const cash = { ...input, payment_type: 'cash' } as const;
  const { payment_type: _, ...terms } = settleTerms(
    cash,
    { direction, party: null, partyField: 'account_fk' },
    facts,
    issues,
  );
  issues.throwIfAny();
  return {
    outlet_fk: input.outlet_fk,
    stockholder_fk: input.stockholder_fk,
    transaction_type: input.transaction_type,
    date: input.date,
    time: timeOf(input, facts),
    amount: input.amount,
    ...terms,
    account_fk: input.account_fk,
    account_type: terms.account_type ?? 1,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}
