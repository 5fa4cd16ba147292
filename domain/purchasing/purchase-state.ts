/** The states that a purchase may have. */
import type { AppliedCost, Bill, Purchase, Receipt } from './purchase-events.ts';

export type PurchaseState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly purchase: Purchase }
  | { readonly status: 'draft'; readonly purchase: Purchase; readonly number: string | null }
  | CompletePurchase;

export interface CompletePurchase {
  readonly status: 'complete' | 'closed';
  readonly purchase: Purchase;
  readonly number: string | null;
  /** The payment that was entered with it. */
  readonly supplier_transaction_fk?: number;
  readonly receipts: readonly Receipt[];
  readonly applied: readonly AppliedCost[];
  /** Numbers of the receipts that came before their bill, billed since or not; absent when none did. */
  readonly before_bill?: readonly number[];
  readonly bills?: readonly Bill[];
}
