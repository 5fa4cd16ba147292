/** The stored events of a sale transfer. */
import type { SettledCurrency } from '../../documents/document-rules.ts';
import type { Transit, TransitEvent, TransitLine } from '../../stock/transit/transit-events.ts';

/** Stream: `sale_transfer-<id>` */
export const SALE_TRANSFER = 'sale_transfer';

export interface PricedTransitLine extends TransitLine {
  /** Price of one unit, in the transfer's currency. */
  readonly price: string;
  readonly note: string | null;
}

/** Goods moved between two outlets at a price: the common part of a sale transfer and its return. */
export interface PricedTransit extends Transit, SettledCurrency {
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly PricedTransitLine[];
}

export type SaleTransfer = PricedTransit;

export type SaleTransferEvent = TransitEvent<typeof SALE_TRANSFER, SaleTransfer>;
