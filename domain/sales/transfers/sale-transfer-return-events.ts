/** The stored events of a sale transfer return. */

import type { ReturnPosition } from '../../pricing/returned-quantities.ts';
import type { TransitEvent } from '../../stock/transit/transit-events.ts';
import type { ReturnsBatches } from '../../values/batch.ts';
import type { PricedTransit, PricedTransitLine } from './sale-transfer-events.ts';

/** Stream: `sale_transfer_return-<id>` */
export const SALE_TRANSFER_RETURN = 'sale_transfer_return';

export interface SaleTransferReturnLine
  extends PricedTransitLine,
    Pick<ReturnPosition, 'returned_before' | 'counted_in'> {
  readonly sale_transfer_line_id: number | null;
}

export interface SaleTransferReturn extends PricedTransit, ReturnsBatches {
  /** Null for a return without a transfer: entered prices, present average cost. */
  readonly sale_transfer_fk: number | null;
  readonly lines: readonly SaleTransferReturnLine[];
}

export type SaleTransferReturnEvent = TransitEvent<typeof SALE_TRANSFER_RETURN, SaleTransferReturn>;
