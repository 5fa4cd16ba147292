/**
 * Goods that one outlet sells to another: they move at cost, and their price is a claim between the two. They
 * are pending, sent, and received in parts or wholly by somebody who holds the receiving outlet.
 */
import type { SettledCurrency } from '../kernel/document-rules.ts';
import { type Transit, type TransitEvent, type TransitLine, transitDecider } from '../stock/transit.ts';
import type { SaleTransferInput } from './sale-transfer.schema.ts';
import { pricedTransfer, saleTransferFacts } from './sale-transfer-rules.ts';

/** Stream: `sale_transfer-<id>` */
export const SALE_TRANSFER = 'sale_transfer';

// Data of the events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface PricedTransitLine extends TransitLine {
  /** Of one unit, in the transfer's currency. */
  readonly price: string;
  readonly note: string | null;
}

/** Goods between two outlets at a price: what a sale transfer and its return have in common. */
export interface PricedTransit extends Transit, SettledCurrency {
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly PricedTransitLine[];
}

export type SaleTransfer = PricedTransit;
export type SaleTransferEvent = TransitEvent<typeof SALE_TRANSFER, SaleTransfer>;

export const saleTransfer = transitDecider<typeof SALE_TRANSFER, SaleTransferInput, SaleTransfer>(SALE_TRANSFER, {
  facts: saleTransferFacts,
  sent: pricedTransfer,
});
