/**
 * Goods that an outlet gives back to the one that sold them to it, as a rule of one of its sale transfers: at the
 * price and the cost of the transfer's own lines. It is sent and received like the transfer.
 */
import { type TransitEvent, transitDecider } from '../stock/transit.ts';
import type { PricedTransit, PricedTransitLine } from './sale-transfer.ts';
import type { SaleTransferReturnInput } from './sale-transfer-return.schema.ts';
import { sentReturn, transferReturnFacts } from './sale-transfer-return-rules.ts';

/** Stream: `sale_transfer_return-<id>` */
export const SALE_TRANSFER_RETURN = 'sale_transfer_return';

// Data of the events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface SaleTransferReturnLine extends PricedTransitLine {
  readonly sale_transfer_line_id: number | null;
  /** What had come back of the transfer's line before. */
  readonly returned_before: string;
}

export interface SaleTransferReturn extends PricedTransit {
  /** Null is a return without its transfer: entered prices, present average cost. */
  readonly sale_transfer_fk: number | null;
  readonly lines: readonly SaleTransferReturnLine[];
}

export type SaleTransferReturnEvent = TransitEvent<typeof SALE_TRANSFER_RETURN, SaleTransferReturn>;

export const saleTransferReturn = transitDecider<
  typeof SALE_TRANSFER_RETURN,
  SaleTransferReturnInput,
  SaleTransferReturn
>(SALE_TRANSFER_RETURN, { facts: transferReturnFacts, sent: sentReturn });
