/**
 * What an item transfer posts (docs/accounting.md, section 4): the movements of its goods (`transit.ts`).
 *
 *   sent      debit  in transit   credit inventory
 *   received  debit  inventory    debit  shrinkage   credit in transit
 *   charged   debit  staff receivable                credit shrinkage
 */

import { type Posting, posting, withBatches } from '../entries/entry.ts';
import type { StockTransfer } from '../stock/transit/stock-transfer.ts';
import type { Arrival } from '../stock/transit/transit-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { chargedLines, goodsReceived, goodsSent } from './transit.ts';

export function postStockTransferSent(transfer: StockTransfer): Posting {
  const sent = posting(effectiveTime(transfer.date, transfer.time, 'out'), [], goodsSent(transfer));
  return withBatches(sent, transfer);
}

/** `document` is the stream of the transfer. */
export function postStockTransferReceived(
  { transfer, ...arrival }: Arrival & { readonly transfer: StockTransfer },
  document: string,
): Posting {
  const received = goodsReceived(transfer, arrival, document);
  return withBatches(
    posting(effectiveTime(arrival.date, arrival.time, 'in'), chargedLines(transfer, arrival), received),
    arrival,
  );
}
