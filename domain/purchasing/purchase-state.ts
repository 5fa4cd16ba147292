/** The states of a purchase. */
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
  /** The immediate payment entered with it. */
  readonly supplier_transaction_fk?: number;
  readonly receipts: readonly Receipt[];
  readonly applied: readonly AppliedCost[];
  /** Numbers of the receipts that came before their bill, including those billed since; absent when there are none. */
  readonly before_bill?: readonly number[];
  readonly bills?: readonly Bill[];
}
