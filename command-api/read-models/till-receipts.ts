/** Receipts by their printed number, for all tills of the outlet. */
import type { LaggingQuery } from './named-query.ts';

/** A refund is checked against the receipt itself when it arrives. */
export const RECEIPT_OF_OUTLET: LaggingQuery<[number: string, outlet: number], { readonly id: number }> = {
  name: 'receipt of an outlet by its number',
  staleness: 'asserted by a claim',
  sql: `select id from read.document where kind = 'pos_sale' and number = $1 and outlet_fk = $2
    and status in ('complete', 'refunded') order by id desc limit 1`,
};
