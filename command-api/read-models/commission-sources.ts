/** Posted figures of a salesman's sales. */
import type { EarlierCommission } from '../../domain/sales/commission/commission-periods.ts';
import type { SourceAmounts } from '../../domain/sales/commission/salesman-commission-rules.ts';
import type { CurrentQuery } from './named-query.ts';

/** There is always a row with the position, even when no document counts. */
export interface CommissionRow extends SourceAmounts {
  readonly position: string;
  readonly previous: number | null;
  readonly previous_to: string | null;
  readonly earlier: readonly EarlierCommission[] | null;
}

/**
 * Accounts are numbers. Documents stored in the meantime count for the next commission, which refers to this one as
 * its predecessor.
 */
export const COMMISSION_SOURCES: CurrentQuery<
  [
    salesman: number,
    outlet: number,
    to: string,
    sales: readonly number[],
    discounts: readonly number[],
    cost: readonly number[],
  ],
  CommissionRow
> = {
  name: 'sources of a commission',
  staleness: 'position of the decision',
  sql: `with known as (
       select least(min(position), (select max(position) from read.event)) as position
       from read.checkpoint where model in ('events', 'books')
     ), last as (
       select id, data ->> 'to_date' as to_date, (data ->> 'known_position')::bigint as position
       from read.document
       where kind = 'salesman_commission' and status in ('approved', 'paid') and outlet_fk = $2
         and (data ->> 'salesman_fk')::int = $1
       order by data ->> 'to_date' desc limit 1
     ), earlier as (
       select jsonb_agg(jsonb_build_object('id', id, 'to_date', data ->> 'to_date', 'basis', data ->> 'basis',
         'amount', data ->> 'amount', 'periods', data -> 'periods', 'last', data -> 'last_salesman_commission_fk')
         order by id) as earlier
       from read.document
       where kind = 'salesman_commission' and status in ('approved', 'paid') and (data ->> 'salesman_fk')::int = $1
     ), named as (
       -- An order that is delivered says of the sale what a sale says itself.
       select kind, entity_id, position from read.event
       where coalesce(data ->> 'salesman_fk', data -> 'sale' ->> 'salesman_fk')::int = $1
         and type in ('sale.completed', 'sale_return.completed', 'online_order.delivered')
     ), own as (
       select * from named
       union all
       -- What is known later of a document whose rate was corrected stands at the correction.
       select c.kind, c.entity_id, c.position from named n
       join read.event c on c.kind = n.kind and c.entity_id = n.entity_id and c.type = n.kind || '.rate_corrected'
         and c.position > n.position
       where not exists (
         select from read.event again
         where again.kind = n.kind and again.entity_id = n.entity_id and again.type = n.kind || '.completed'
           and again.position > n.position and again.position < c.position)
     ), line as (
       select l.document, date_trunc('month', l.effective_date)::date as month, l.account, l.base * (
           (l.effective_date <= $3::date and l.position <= known.position)::int
           - coalesce((l.effective_date <= last.to_date::date and l.position <= last.position)::int, 0)) as base
       from own e
       join read.journal_line l
         on l.document_id = e.entity_id and l.document_kind = e.kind and l.cause_position = e.position
       cross join known left join last on true
       where l.outlet_fk = $2
     ), source as (
       select document, month,
         -coalesce(sum(base) filter (where account = any($4::int[])), 0) as sales,
         coalesce(sum(base) filter (where account = any($5::int[])), 0) as discounts,
         coalesce(sum(base) filter (where account = any($6::int[])), 0) as cost
       from line group by document, month
     )
     select known.position::text, last.id as previous, last.to_date as previous_to,
       s.document as source, s.month::text as month, trim_scale(s.sales)::text as sales, trim_scale(s.discounts)::text as discounts,
       trim_scale(s.cost)::text as cost, e.earlier
     from known cross join earlier e left join last on true
     left join source s on s.sales <> 0 or s.discounts <> 0 or s.cost <> 0
     order by split_part(s.document, '-', 1), split_part(s.document, '-', 2)::int, s.month`,
};
