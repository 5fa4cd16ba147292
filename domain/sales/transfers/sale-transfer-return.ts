/**
 * Goods returned by an outlet to the outlet that sold them. A return of a sale transfer uses the price and the cost of
 * the transfer's lines. It is sent and received like the transfer.
 */
import { transitDecider } from '../../stock/transit/transit.ts';
import type { SaleTransferReturnInput } from './sale-transfer-return.schema.ts';
import { SALE_TRANSFER_RETURN, type SaleTransferReturn } from './sale-transfer-return-events.ts';
import { sentReturn, transferReturnFacts } from './sale-transfer-return-rules.ts';

// Data of the events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export const saleTransferReturn = transitDecider<
  typeof SALE_TRANSFER_RETURN,
  SaleTransferReturnInput,
  SaleTransferReturn
>(SALE_TRANSFER_RETURN, { facts: transferReturnFacts, sent: sentReturn });
