/** Receipts that a till is asked for by the number on their paper, whichever till of the outlet sold them. */
import type { LaggingQuery } from './named-query.ts';

/** What comes back of it is held against the receipt itself when the refund arrives. */
export const RECEIPT_OF_OUTLET: LaggingQuery<[number: string, outlet: number], { readonly id: number }> = {
  name: 'receipt of an outlet by its number',
  staleness: 'asserted by a claim',
  sql: `select id from read.document where kind = 'pos_sale' and number = $1 and outlet_fk = $2
    and status in ('complete', 'refunded') order by id desc limit 1`,
};
