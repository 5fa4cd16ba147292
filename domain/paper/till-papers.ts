/** Papers that a till builds besides its receipts; they are not documents themselves (`POS_SALE_PAPERS`). */
import { type Paper, pricedReceipt } from './paper.ts';

/** The printed payment method of an amount that an exchange sets against the goods sold in its place. */
export const EXCHANGE = 'exchange';

/** Returned goods and the refunded money. */
export const POS_REFUND_PAPER: Paper = {
  name: 'pos_refund',
  party: 'customer_fk',
  facts: [],
  table: pricedReceipt(),
  totals: 'priced',
  signatures: [],
  isReceipt: true,
};

/** The X report: figures of an open drawer. */
export const X_REPORT_PAPER: Paper = { name: 'x_report', facts: [], signatures: [], isReceipt: true };

/** The Z report: figures of the closed drawer, with the expected amount and over or short. */
export const Z_REPORT_PAPER: Paper = { name: 'z_report', facts: [], signatures: ['counted_by'], isReceipt: true };

export const TILL_PAPERS: readonly Paper[] = [POS_REFUND_PAPER, X_REPORT_PAPER, Z_REPORT_PAPER];
