/** Receipts by their printed number, for all tills of the outlet. */
import { foldedNumberSql } from '../../domain/values/batch.ts';
import type { LaggingQuery } from './named-query.ts';

/** A refund is checked against the receipt itself when it arrives. */
export const RECEIPT_OF_OUTLET: LaggingQuery<[number: string, outlet: number], { readonly id: number }> = {
  name: 'receipt of an outlet by its number',
  staleness: 'asserted by a claim',
  sql: `select id from read.document where kind = 'pos_sale' and number = $1 and outlet_fk = $2
    and status in ('complete', 'refunded') order by id desc limit 1`,
};

/**
 * The last receipt of an outlet that sold a piece, by its folded number: that which was told, which is on the paper, or a
 * later one (docs/decisions/0141).
 */
export const RECEIPT_OF_PIECE: LaggingQuery<[number: string, outlet: number], { readonly id: number }> = {
  name: 'receipt of an outlet that sold a piece, by the serial number',
  staleness: 'asserted by a claim',
  sql: `select j.document_id as id from read.record i
    join read.batch_line j on j.item_fk = i.id and j.kind = 'movement' and j.document_kind = 'pos_sale' and j.quantity < 0
    join read.document d on d.kind = 'pos_sale' and d.id = j.document_id and d.status in ('complete', 'refunded')
    where i.kind = 'item' and i.data ->> 'serial_numbers' <> 'none' and d.outlet_fk = $2
      and (${foldedNumberSql('j.batch_number')} = $1 or exists (
        select from read.event e cross join lateral json_array_elements(e.data -> 'told') t
        where e.type = 'batch_correction.completed' and (e.data ->> 'item_fk')::int = j.item_fk
          and ${foldedNumberSql("(e.data ->> 'new_batch_number')")} = $1 and t ->> 'batch_number' = j.batch_number))
    order by j.position desc limit 1`,
};
