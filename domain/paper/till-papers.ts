/** Papers that a till makes of what it enters, besides its receipts: they are no documents of their own (`POS_SALE_PAPERS`). */
import { type Paper, pricedReceipt } from './paper.ts';

/** Goods that come back, and the money that goes back for them. */
export const POS_REFUND_PAPER: Paper = {
  name: 'pos_refund',
  party: 'customer_fk',
  facts: [],
  table: pricedReceipt(),
  totals: 'priced',
  signatures: [],
  isReceipt: true,
};

/** The figures of a drawer while it is open. */
export const X_REPORT_PAPER: Paper = { name: 'x_report', facts: [], signatures: [], isReceipt: true };

/** The same when it was counted and closed, with what was expected, and what is over or short. */
export const Z_REPORT_PAPER: Paper = { name: 'z_report', facts: [], signatures: ['counted_by'], isReceipt: true };

export const TILL_PAPERS: readonly Paper[] = [POS_REFUND_PAPER, X_REPORT_PAPER, Z_REPORT_PAPER];
