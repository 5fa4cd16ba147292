/** The item transfer as a document: its name in the API, its number, and what it has in the books. */
import { postStockTransferReceived, postStockTransferSent } from '../posting/stock-transfer.ts';
import { StockTransferBody } from './stock-transfer.schema.ts';
import { STOCK_TRANSFER, stockTransfer } from './stock-transfer.ts';
import { declareTransit } from './transit.document.ts';

export const stockTransferDocument = declareTransit({
  kind: STOCK_TRANSFER,
  resource: 'stock_transfers',
  decider: stockTransfer,
  body: StockTransferBody,
  prefix: 'IT-',
  postSent: postStockTransferSent,
  postReceived: postStockTransferReceived,
});
