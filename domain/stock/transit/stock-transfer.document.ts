/** The item transfer as a document: its API resource, number prefix and postings. */

import { RULES } from '../../entries/rules.ts';
import { STOCK_TRANSFER_PAPERS } from '../../paper/goods-papers.ts';
import { postStockTransferReceived, postStockTransferSent } from '../../posting/stock-transfer.ts';
import { HELD_TRANSIT } from '../../schemas/held.schema.ts';
import { StockTransferBody } from './stock-transfer.schema.ts';
import { STOCK_TRANSFER, stockTransfer } from './stock-transfer.ts';
import { declareTransit } from './transit.document.ts';

export const stockTransferDocument = declareTransit({
  kind: STOCK_TRANSFER,
  resource: 'stock_transfers',
  folder: 'stock',
  decider: stockTransfer,
  body: StockTransferBody,
  papers: STOCK_TRANSFER_PAPERS,
  held: HELD_TRANSIT,
  prefix: 'IT-',
  postSent: postStockTransferSent,
  postReceived: postStockTransferReceived,
  sentRule: RULES.transferSent,
  receivedRule: RULES.transferReceived,
});
