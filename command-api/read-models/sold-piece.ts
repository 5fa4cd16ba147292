/** The last sale of a piece with a serial number. */
import type { SoldPiece } from '../../domain/sales/warranty/sold-piece.ts';
import { foldedNumberSql } from '../../domain/values/batch.ts';
import type { CurrentQuery } from './named-query.ts';

/**
 * The document that gave the piece to a customer last: a sale, or an earlier claim, which gave a piece from stock or one that
 * the supplier gave. `$2` is the folded number.
 */
export const SOLD_PIECE: CurrentQuery<[item: number, number: string], SoldPiece> = {
  name: 'last sale of a piece by its serial number',
  staleness: 'position of the decision',
  sql: `with given as (
      select b.document_kind, b.document_id, max(b.position) as position
      from read.batch_line b
      where b.item_fk = $1 and b.kind = 'movement' and b.document_kind in ('sale', 'pos_sale', 'online_order', 'warranty_claim')
        and ${foldedNumberSql('b.batch_number')} = $2
      group by 1, 2 having sum(b.quantity) < 0
      union all
      select d.kind, d.id, d.position from read.document d
      where d.kind = 'warranty_claim' and (d.data ->> 'item_fk')::int = $1 and d.data -> 'answer' ->> 'piece' is not null
        and ${foldedNumberSql("(d.data -> 'answer' ->> 'serial_number')")} = $2
    )
    select g.document_kind, g.document_id, d.number, d.date::text as date, d.data ->> 'warranty_until' as warranty_until,
      (select max((l ->> 'warranty_months')::int) from jsonb_array_elements(d.data -> 'lines') l
        where (l ->> 'item_fk')::int = $1) as warranty_months
    from given g join read.document d on d.kind = g.document_kind and d.id = g.document_id
    order by g.position desc limit 1`,
};
