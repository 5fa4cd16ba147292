/**
 * Nobody gets more back for a sale or a receipt than was kept for it, nor from a supplier than a purchase was billed, however
 * many parts it comes back in.
 */
import { USD } from '../../domain/values/rate.ts';
import type { Invariant } from './ask.ts';

/**
 * What was paid in any money is worth its amount at the rate that was printed; a refund of the whole receipt gives all of it. What
 * a device gave back against the rules is stored all the same, and is in *Reviews of the tills*.
 */
const TILL_REFUNDS = `select format('%s gave %s back, and kept %s', stream, back, kept) as finding
  from (
    select stream, sum(worth) filter (where type = 'pos_sale.completed') as kept,
      coalesce(sum(worth) filter (where type = 'pos_sale.part_refunded'), 0)
        + count(*) filter (where type = 'pos_sale.refunded') * sum(worth) filter (where type = 'pos_sale.completed') as back,
      bool_or(is_noted) as is_noted
    from (
      select e.stream, e.type, p.paid - coalesce((e.data ->> 'change_amount')::numeric, 0) as worth,
        e.type <> 'pos_sale.completed' and e.data -> 'broken' is not null as is_noted
      from {s}.event e
      cross join lateral (
        select coalesce(sum(case when currency_fk = (e.data ->> 'system_currency_fk')::int then amount
          when currency_fk = ${USD} then round(amount * rate, 4) else round(amount / rate, 4) end), 0) as paid
        from json_to_recordset(coalesce(e.data -> 'payments', '[]')) p (amount numeric, currency_fk int, rate numeric)
      ) p
      where e.kind = 'pos_sale' and e.type in ('pos_sale.completed', 'pos_sale.refunded', 'pos_sale.part_refunded')
        and e.entity_id in (select r.entity_id from {s}.event r where r.type in ('pos_sale.refunded', 'pos_sale.part_refunded'))
    ) each group by stream
  ) receipts where back > kept and not is_noted`;

/** What the supplier has given or credited for a return: its answer, where the credit was awaited. */
const CREDITED = `coalesce((data -> 'credit' ->> 'amount')::numeric, total)`;

const SUPPLIERS: readonly Invariant[] = [
  {
    // Goods that went back before their bill were never owed. An allowance leaves their price as it was billed.
    name: 'no supplier gave more back for a purchase than its goods were billed',
    sql: `select format('purchase-%s got %s back, and was billed %s', p.id, r.back, p.due - p.costs) as finding
      from (
        select (data ->> 'purchase_fk')::int as purchase, sum(${CREDITED}) as back from {s}.document
        where kind = 'purchase_return' and status = 'complete' and data ->> 'purchase_fk' is not null
          and data ->> 'is_before_bill' is null
        group by 1
      ) r
      join {s}.document p on p.kind = 'purchase' and p.id = r.purchase
      where r.back > p.due - p.costs`,
  },
  {
    name: 'no supplier gave more for a return than it is worth, or settled more of the purchase than that',
    sql: `select format('purchase_return-%s is worth %s, was credited %s, and settled %s', id, total, credited, settled) as finding
      from (
        select id, total, ${CREDITED} as credited,
          coalesce(data -> 'credit' ->> 'settled_amount', data ->> 'settled_amount', '0')::numeric as settled
        from {s}.document where kind = 'purchase_return' and status = 'complete'
      ) r
      where credited > total or settled > credited`,
  },
];

export const REFUNDS: readonly Invariant[] = [
  ...SUPPLIERS,
  {
    // Returns of earlier versions were rounded by themselves, and do not say what was left of the money.
    name: 'no sale gave more back than was kept for it',
    sql: `select format('sale-%s gave %s back, and kept %s', s.id, r.total, s.total) as finding
      from (
        select (data ->> 'sale_fk')::int as sale, sum(total) as total from {s}.document
        where kind = 'sale_return' and status = 'complete' and data ->> 'sale_fk' is not null
        group by 1 having bool_and(data ? 'refundable_amount')
      ) r
      join {s}.document s on s.kind = 'sale' and s.id = r.sale
      where r.total > s.total`,
  },
  {
    name: 'no receipt of a till gave more back than was kept for it',
    sql: TILL_REFUNDS,
  },
];
