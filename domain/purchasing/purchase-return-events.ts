/** What happens to a purchase return, as it is stored. */
import type { DraftedEvent } from '../kernel/drafted.ts';
import type { GoodsReturn, ReturnedLine } from '../sales/goods-return.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/** Stream: `purchase_return-<id>` */
export const PURCHASE_RETURN = 'purchase_return';

export interface PurchaseReturnLine extends ReturnedLine {
  readonly purchase_line_id: number | null;
  readonly tax_fk: number | null;
  readonly tax_recoverable: boolean;
  /** What the supplier gives back for it, without and for tax, in the system currency. */
  readonly net_base: string;
  readonly tax_base: string;
  /** What its receipt added to the stock value for it, without landed costs; null without a purchase: the present average. */
  readonly goods_base: string | null;
}

export interface PurchaseReturn extends GoodsReturn<PurchaseReturnLine> {
  readonly purchase_fk: number | null;
  readonly purchase_date: string | null;
  readonly supplier_fk: number | null;
  /** What was open on the purchase, and the part of it that is settled; the rest is a credit with the supplier. Null while a draft. */
  readonly open_amount: string | null;
  readonly settled_amount: string | null;
}

export type PurchaseReturnEvent = DraftedEvent<typeof PURCHASE_RETURN, PurchaseReturn>;
