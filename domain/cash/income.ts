/**
 * An income of a type that is no sale, received in cash or owed by a customer. It posts when it is completed and
 * is taken back whole when it returns to draft.
 */
import type { SettledCurrency } from '../kernel/document-rules.ts';
import { type DraftedEvent, draftedDecider } from '../kernel/drafted.ts';
import type { IncomeInput } from './income.schema.ts';
import { incomeFacts } from './income-rules.ts';

/** Stream: `income-<id>` */
export const INCOME = 'income';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

export interface Income extends SettledCurrency {
  readonly outlet_fk: number;
  readonly income_type_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly payment_type: 'cash' | 'on_account';
  readonly customer_fk: number | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type IncomeEvent = DraftedEvent<typeof INCOME, Income>;

export const income = draftedDecider<typeof INCOME, IncomeInput, Income>(INCOME, { facts: incomeFacts });
