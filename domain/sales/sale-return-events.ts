/** The stored events of a sale return. */
import type { DraftedEvent } from '../documents/drafted.ts';
import type { FreeGoods } from '../pricing/free-goods.ts';
import type { RefundedBefore } from '../pricing/sale-return-totals.ts';
import type { ReturnsBatches } from '../values/batch.ts';
import type { GoodsReturn, ReturnedLine } from './goods-return.ts';
import type { CameFrom } from './received-type.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/** Stream: `sale_return-<id>` */
export const SALE_RETURN = 'sale_return';

export interface SaleReturnLine extends ReturnedLine {
  readonly sale_line_id: number | null;
  readonly item_type: 'goods' | 'service';
}

export interface SaleReturn extends GoodsReturn<SaleReturnLine>, FreeGoods, ReturnsBatches, RefundedBefore {
  readonly sale_fk: number | null;
  readonly sale_date: string | null;
  readonly customer_fk: number | null;
  readonly rounding_step: string | null;
  /** Absent for goods that were on the shelf, as far as they were not delivered yet. */
  readonly came_from?: CameFrom;
  /** The part that settles the sale's own debt; the rest is a credit of the customer. Null for a draft. */
  readonly settled_amount: string | null;
  /** The open amount of the sale; absent in a draft, and in returns that were stored before this field existed. */
  readonly open_amount?: string;
  /** As in the allocation of a payment: present when the return closes the sale and something is left in the books. */
  readonly left_over?: string;
  /** The salesman of the sale, whose commission is reduced by the returned goods. */
  readonly salesman_fk?: number;
}

export type SaleReturnEvent = DraftedEvent<typeof SALE_RETURN, SaleReturn>;
