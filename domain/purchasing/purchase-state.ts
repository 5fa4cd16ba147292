/** The states of a purchase. */
import type { AppliedCost, Bill, BilledLine, EnteredCost, Purchase, Receipt, SharedCost } from './purchase-events.ts';

export type PurchaseState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly purchase: Purchase }
  | { readonly status: 'reversed'; readonly purchase: Purchase; readonly number: string | null }
  | { readonly status: 'draft'; readonly purchase: Purchase; readonly number: string | null }
  | CompletePurchase;

export interface CompletePurchase {
  readonly status: 'complete' | 'closed';
  readonly purchase: Purchase;
  readonly number: string | null;
  /** The immediate payment entered with it. */
  readonly supplier_transaction_fk?: number;
  readonly receipts: readonly Receipt[];
  readonly applied: readonly AppliedCost[];
  /** Later costs that were not taken back, what receipts took from them, and the numbers of those taken back. */
  readonly entered?: readonly EnteredCost[];
  readonly shared?: readonly SharedCost[];
  readonly withdrawn?: readonly number[];
  /** Numbers of the receipts that came before their bill, including those billed since; absent when there are none. */
  readonly before_bill?: readonly number[];
  readonly bills?: readonly Bill[];
  /** Absent when every bill has the prices of the purchase. */
  readonly billed_lines?: readonly BilledLine[];
}
