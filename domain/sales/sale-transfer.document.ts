/** The sale transfer as a document: its API resource, number prefix and postings. */
import { HELD_TRANSIT } from '../kernel/held.schema.ts';
import { SALE_TRANSFER_PAPERS } from '../paper/goods-papers.ts';
import { RULES } from '../posting/rules.ts';
import { postPricedReceived, postSaleTransferSent } from '../posting/sale-transfer.ts';
import { declareTransit } from '../stock/transit.document.ts';
import { SaleTransferBody } from './sale-transfer.schema.ts';
import { SALE_TRANSFER, saleTransfer } from './sale-transfer.ts';

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
