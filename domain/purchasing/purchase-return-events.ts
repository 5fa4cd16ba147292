/** The stored events of a purchase return. */
import type { DraftedEvent } from '../documents/drafted.ts';
import type { GoodsReturn, ReturnedLine } from '../sales/goods-return.ts';
import type { ReturnsBatches } from '../values/batch.ts';

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
}

export type PurchaseReturnEvent = DraftedEvent<typeof PURCHASE_RETURN, PurchaseReturn>;
