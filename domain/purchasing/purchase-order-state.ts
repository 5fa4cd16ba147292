/** The states of a purchase order that are more than what was entered. */
import type { AdvancePayment, AllocatedAdvance, Purchased, PurchaseOrder } from './purchase-order-events.ts';

export interface BilledOrder {
  readonly status: 'bill' | 'closed';
  readonly order: PurchaseOrder;
  readonly number: string | null;
  readonly closed_by: 'purchases' | 'hand' | null;
  readonly payments: readonly (AdvancePayment & { readonly standing: boolean })[];
  readonly purchases: readonly Purchased[];
  readonly allocations: readonly (AllocatedAdvance & { readonly standing: boolean })[];
  /** What was purchased of each line, in its own unit: lists say of it that nothing, a part or all has come. */
  readonly delivered: readonly { readonly line_id: number; readonly quantity: string }[];
}

/** A purchase made from the order as it stands now, with what is open on it; it comes with the purchase's own command. */
export interface MadePurchase {
  readonly purchase_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly lines: readonly { readonly order_line_id: number | null; readonly base_quantity: string }[];
  /** In the order's currency; null when nothing is owed to the supplier in it. */
  readonly open: {
    readonly date: string;
    readonly amount: string;
    readonly rate: string | null;
    /** In whose books it is; the order's own when left out. */
    readonly outlet?: number;
  } | null;
}
