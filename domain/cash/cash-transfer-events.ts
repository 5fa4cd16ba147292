/** The stored events of a cash transfer. */

import type { BankFee } from '../documents/bank-fee.ts';
import type { SettledCurrency } from '../documents/document-rules.ts';
import type { MoneyEvent } from '../documents/immediate.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a carrying value, a balance or a posting.

/** Stream: `cash_transfer-<id>` */
export const CASH_TRANSFER = 'cash_transfer';

/**
 * `currency` is the currency of the sending account; the rate is null when both accounts are in the system currency.
 */
export interface CashTransfer extends SettledCurrency, BankFee {
  readonly outlet_fk: number;
  readonly to_outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly from_account_fk: number;
  readonly from_account_type: number;
  readonly to_account_fk: number;
  readonly to_account_type: number;
  readonly to_currency_fk: number;
  readonly amount: string;
  readonly to_amount: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type CashTransferEvent = MoneyEvent<typeof CASH_TRANSFER, CashTransfer>;
