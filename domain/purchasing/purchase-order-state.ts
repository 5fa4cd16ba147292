/** The states of a purchase order after billing. */
import type { AdvancePayment, AllocatedAdvance, Purchased, PurchaseOrder } from './purchase-order-events.ts';

export interface BilledOrder {
  readonly status: 'bill' | 'closed';
  readonly order: PurchaseOrder;
  readonly number: string | null;
  readonly closed_by: 'purchases' | 'hand' | null;
  readonly payments: readonly (AdvancePayment & {
    readonly standing: boolean;
    /** Until this day a payment that is taken back stays in the books. */
    readonly reversed_date?: string;
  })[];
  readonly purchases: readonly Purchased[];
  readonly allocations: readonly (AllocatedAdvance & { readonly standing: boolean })[];
  /** The purchased quantity of each line, in its own unit; lists derive the delivery status from it. */
  readonly delivered: readonly { readonly line_id: number; readonly quantity: string }[];
}

interface MadeLine {
  readonly order_line_id: number | null;
  readonly item_fk: number;
  readonly base_quantity: string;
}

/** A purchase made from the order, with its present open amount; it is passed by the purchase's own command. */
export interface MadePurchase {
  readonly purchase_fk: number;
  readonly outlet_fk: number;
  readonly supplier_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  readonly lines: readonly MadeLine[];
  /** In the order's currency; null when nothing is open with the supplier in it. */
  readonly open: {
    readonly date: string;
    readonly amount: string;
    readonly rate: string | null;
    /** The outlet of the purchase; defaults to the order's. */
    readonly outlet?: number;
    readonly advances: readonly OpenAdvance[];
  } | null;
}

/** The open advance of a day: less than its payments when the supplier gave money back. */
export interface OpenAdvance {
  readonly date: string;
  readonly amount: string;
  /** What is left in the books of it when all of it is used (domain/values/residue.ts). */
  readonly left_over?: string;
}
