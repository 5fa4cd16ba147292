/** The stored events of a purchase return. */
import type { DraftedEvent } from '../documents/drafted.ts';
import type { EventsOf } from '../documents/lifecycle-events.ts';
import type { GoodsReturn, ReturnedLine } from '../sales/goods-return.ts';
import type { MovesBatches, ReturnsBatches } from '../values/batch.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/** Stream: `purchase_return-<id>` */
export const PURCHASE_RETURN = 'purchase_return';

export interface PurchaseReturnLine extends ReturnedLine {
  readonly purchase_line_id: number | null;
  readonly tax_fk: number | null;
  readonly tax_recoverable: boolean;
  /** Refund of the supplier without tax and for tax, in the system currency. */
  readonly net_base: string;
  readonly tax_base: string;
  /**
   * The stock value added by its receipt, without landed costs; null without a purchase, which means the present
   * average.
   */
  readonly goods_base: string | null;
}

export interface PurchaseReturn extends GoodsReturn<PurchaseReturnLine>, ReturnsBatches {
  readonly purchase_fk: number | null;
  readonly purchase_date: string | null;
  readonly supplier_fk: number | null;
  /**
   * The open amount of the purchase, and the part that is settled; the rest is a credit with the supplier. Null for a
   * draft.
   */
  readonly open_amount: string | null;
  readonly settled_amount: string | null;
  /**
   * As in the allocation of a payment: present when the return closes the purchase and something is left in the books.
   */
  readonly left_over?: string;
  /**
   * `book_cost`: the goods leave at what they cost in the books (decisions/0120). Absent in drafts, and in returns
   * completed before this field: their goods leave at `goods_base`.
   */
  readonly goods_value?: 'book_cost';
  /** True for goods that go back before their bill: they were never owed, and the bill is for the rest. */
  readonly is_before_bill?: true;
  /** True for goods that are sent back before the supplier has agreed to credit them (decisions/0207). */
  readonly credit_awaited?: true;
}

/** The supplier's answer to goods that were sent back with their credit awaited. */
export interface SupplierCredit extends MovesBatches {
  readonly date: string;
  readonly time: string | null;
  /** That of the return. */
  readonly currency_fk: number;
  /** What the supplier credits with tax: at most its total, zero where it is refused. */
  readonly amount: string;
  /** True where the supplier refused the goods and sent them back: they are in stock again. */
  readonly goods_came_back?: true;
  /** The number of the credit note. */
  readonly credit_reference: string | null;
  /** Why less is credited. */
  readonly credit_reason: string | null;
  /** As in a return whose credit is not awaited. */
  readonly open_amount: string;
  readonly settled_amount: string;
  readonly left_over?: string;
}

export interface CreditStored {
  /** With a copy of the return, of which the posting takes goods, prices and taxes. */
  readonly credited: SupplierCredit & { readonly purchase_return: PurchaseReturn };
  readonly credit_taken_back: { readonly reason: string | null };
}
export type CreditedReturn = CreditStored['credited'];

export type PurchaseReturnEvent =
  | DraftedEvent<typeof PURCHASE_RETURN, PurchaseReturn>
  | EventsOf<typeof PURCHASE_RETURN, CreditStored>;
