/** The sale transfer as a document: its API resource, number prefix and postings. */

import { RULES } from '../../entries/rules.ts';
import { SALE_TRANSFER_PAPERS } from '../../paper/goods-papers.ts';
import { postPricedReceived, postSaleTransferSent } from '../../posting/sale-transfer.ts';
import { HELD_TRANSIT } from '../../schemas/held.schema.ts';
import { declareTransit } from '../../stock/transit/transit.document.ts';
import { SaleTransferBody } from './sale-transfer.schema.ts';
import { saleTransfer } from './sale-transfer.ts';
import { SALE_TRANSFER } from './sale-transfer-events.ts';

export const saleTransferDocument = declareTransit({
  kind: SALE_TRANSFER,
  resource: 'sale_transfers',
  folder: 'sales',
  decider: saleTransfer,
  body: SaleTransferBody,
  papers: SALE_TRANSFER_PAPERS,
  held: HELD_TRANSIT,
  prefix: 'TS-',
  postSent: postSaleTransferSent,
  postReceived: postPricedReceived,
  sentRule: RULES.pricedSent,
  receivedRule: RULES.pricedReceived,
});
