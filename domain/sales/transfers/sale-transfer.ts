import { transitDecider } from '../../stock/transit/transit.ts';
import type { SaleTransferInput } from './sale-transfer.schema.ts';
import { SALE_TRANSFER, type SaleTransfer } from './sale-transfer-events.ts';
import { pricedTransfer, saleTransferFacts } from './sale-transfer-rules.ts';

// Data of the events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export const saleTransfer = transitDecider<typeof SALE_TRANSFER, SaleTransferInput, SaleTransfer>(SALE_TRANSFER, {
  facts: saleTransferFacts,
  sent: pricedTransfer,
});
