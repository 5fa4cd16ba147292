/** What happens to an income, as it is stored. */
import type { SettledCurrency } from '../kernel/document-rules.ts';
import type { DraftedEvent } from '../kernel/drafted.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

/** Stream: `income-<id>` */
export const INCOME = 'income';

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
