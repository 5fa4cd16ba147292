/**
 * Sales under each promotion and the discounts it gave, from the lines of the ledger and of the stock ledger. The event
 * of a sale records its promotions and their lines. A line belongs to a promotion that the line names, that sells the
 * line's goods, or that requires an amount and no goods. The components of a line's discounts determine the part of
 * each promotion. A return takes its share back.
 */
import { type RawBuilder, sql } from 'kysely';
import { BONUS_LINE } from '../../domain/pricing/totals.ts';
import type { Snapshot } from '../database/reader.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { COST, DISCOUNTS, RETURNS, SALES } from './item-sales.ts';

export const PROMOTION_PARTS = ['promotion', 'month', 'outlet', 'document'] as const;
export type PromotionPart = (typeof PROMOTION_PARTS)[number];

/** Amounts are in the system currency. */
export interface PromotionSales {
  readonly promotion_fk: number;
  /** Month (`2026-03`), id of the outlet or stream of the document; empty for the whole promotion. */
  readonly key: string;
  /** Unreversed sales with the promotion. */
  readonly documents: number;
  /** In base units, less returns: sold, and given free by it. */
  readonly quantity: string;
  readonly free_quantity: string;
  /** Price × quantity, less returns. */
  readonly gross: string;
  /** Discounts and credits that the promotion gave, and all others on the same lines. */
  readonly given: string;
  readonly other_discounts: string;
  readonly revenue: string;
  /** The cost of the sold goods, and of the free goods. */
  readonly cost_of_sold: string;
  readonly cost_of_free: string;
}

const PARTS: Readonly<Record<PromotionPart, RawBuilder<unknown>>> = {
  promotion: sql`''`,
  month: sql`to_char(j.effective_date, 'YYYY-MM')`,
  outlet: sql`j.outlet_fk::text`,
  document: sql`j.document`,
};

/** The refunds of a till receipt, on its stream. */
const REFUNDS = sql`('pos_sale.refunded', 'pos_sale.part_refunded')`;

/**
 * Position of the next event on the stream of `e` that posts the same or refunds it: earlier postings after `e` belong
 * to `e`.
 */
const UNTIL = sql`(select min(n.position) from read.event n where n.kind = e.kind and n.entity_id = e.entity_id
  and (n.type = e.type or n.type in ${REFUNDS}) and n.position > e.position)`;

/**
 * Sales, delivered orders and till receipts with promotions, with the goods that each promotion required at that time.
 * Receipts post no credits.
 */
const TAKEN = sql`
  taken as (
    select e.position, e.kind, e.entity_id, coalesce(e.data -> 'sale', e.data) as sale, ${UNTIL} as until
    from read.event e
    where e.type in ('sale.completed', 'online_order.delivered', 'pos_sale.completed')
      and coalesce(e.data -> 'promotions', e.data -> 'sale' -> 'promotions') is not null
  ), offered as (
    select t.position, p.promotion_fk, p.reward_type, p.amount,
      sum(p.amount) over (partition by t.position) as credited, coalesce((
        select coalesce(e.data -> 'items', e.data -> 'changed' -> 'items') from read.event e
        where e.kind = 'promotion' and e.entity_id = p.promotion_fk and e.position < t.position
          and coalesce(e.data -> 'items', e.data -> 'changed' -> 'items') is not null
        order by e.position desc limit 1
      ), '[]'::json) as items
    from taken t
    cross join lateral (
      select o.promotion_fk, o.reward_type, case when t.kind <> 'pos_sale' then o.amount end as amount
      from json_to_recordset(t.sale -> 'promotions') o (promotion_fk int, reward_type text, amount numeric)
    ) p
  )`;

const discountOf = (discount: RawBuilder<unknown>, amount: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case ${discount} ->> 'type' when 'percent' then round(${amount} * (${discount} ->> 'value')::numeric / 100, 4)
    when 'amount' then (${discount} ->> 'value')::numeric else 0 end`;

/**
 * Each line of these sales: its own discount, its shares of the discount of the document and of the rounded one, and its
 * share of the credits.
 */
const SHARES = sql`
  entered as (
    select t.position, t.sale, l.line_id, l.item_fk, l.promotion_fk, l.discount, round(l.price * l.quantity, 4) as gross
    from taken t cross join lateral json_to_recordset(t.sale -> 'lines')
      l (line_id int, item_fk int, promotion_fk int, quantity numeric, price numeric, discount json)
  ), discounted as (
    select e.*, ${discountOf(sql`e.discount`, sql`e.gross`)} as own from entered e
  ), weighed as (
    select d.*, d.gross - d.own as rest, greatest(d.gross - d.own, 0) as weight from discounted d
  ), portioned as (
    select w.*, coalesce(w.weight / nullif(sum(w.weight) over (partition by w.position), 0), 0) as portion,
      ${discountOf(sql`(w.sale -> 'discount')`, sql`(sum(w.rest) over (partition by w.position))`)} as whole,
      coalesce((w.sale ->> 'rounded_discount')::numeric, 0) as rounded
    from weighed w
  ), invoiced as (
    select p.position, p.line_id, p.item_fk, p.promotion_fk, p.own, p.portion * p.whole as of_invoice,
      p.portion * p.rounded as of_rounded, greatest(p.rest - p.portion * (p.whole + p.rounded), 0) as net
    from portioned p
  ), shared as (
    select i.*, i.net / nullif(sum(i.net) over (partition by i.position), 0) as of_credit from invoiced i
  )`;

/**
 * Each line of these sales for each promotion: whether the promotion covers and names it, and the promotion's part of
 * the discounts posted with it, and of those that a return reverses.
 */
const GIVEN = sql`
  told as (
    select o.position, o.promotion_fk, s.line_id, s.own + s.of_invoice + s.of_rounded as discounts,
      coalesce(s.promotion_fk = o.promotion_fk, false) as is_named, json_array_length(o.items) = 0 as is_of_all,
      case when o.reward_type <> 'get_discount' then 0 when json_array_length(o.items) = 0 then s.of_invoice
        when s.promotion_fk = o.promotion_fk then s.own else 0 end as given,
      coalesce(s.of_credit * o.credited, 0) as credited, coalesce(s.of_credit * o.amount, 0) as own_credit,
      exists (select from json_to_recordset(o.items) i (item_fk int) where i.item_fk = s.item_fk) as is_asked_for
    from offered o join shared s on s.position = o.position
  ), given as (
    select t.position, t.promotion_fk, t.line_id, t.is_named, t.is_named or t.is_of_all or t.is_asked_for as is_under,
      coalesce(t.given / nullif(t.discounts, 0), 0) as part,
      coalesce((t.given + t.own_credit) / nullif(t.discounts + t.credited, 0), 0) as part_back
    from told t
  )`;

/** The positions of the lines in the ledgers: those of the sale, and those of its returns and refunds. */
const POSTED = sql`
  returned as (
    select e.position, e.kind, e.entity_id, e.data, t.position as sold, ${UNTIL} as until
    from taken t join read.event e on e.type = 'sale_return.completed' and t.kind = 'sale'
      and (e.data ->> 'sale_fk')::int = t.entity_id and e.position > t.position
      and (t.until is null or e.position < t.until)
    union all
    select e.position, e.kind, e.entity_id, coalesce(e.data -> 'receipt', e.data), t.position, ${UNTIL}
    from taken t join read.event e on e.kind = t.kind and e.entity_id = t.entity_id and e.type in ${REFUNDS}
  ), posted as (
    select g.promotion_fk, g.is_named, g.is_under, g.part, g.line_id, t.kind, t.entity_id, t.position, t.until
    from given g join taken t on t.position = g.position
    union all
    select g.promotion_fk, g.is_named, g.is_under, g.part_back, l.line_id, r.kind, r.entity_id, r.position, r.until
    from returned r
    cross join lateral json_to_recordset(r.data -> 'lines') l (line_id int, sale_line_id int)
    join given g on g.position = r.sold
      and g.line_id = case when r.kind = 'pos_sale' then l.line_id else l.sale_line_id end
  )`;

const isPostedBy = (of: string, position: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  j.document_kind = ${sql.ref(`${of}.kind`)} and j.document_id = ${sql.ref(`${of}.entity_id`)}
    and ${position} >= ${sql.ref(`${of}.position`)}
    and (${sql.ref(`${of}.until`)} is null or ${position} < ${sql.ref(`${of}.until`)})`;
const BY_JOURNAL = sql`j.cause_position`;
const BY_STOCK = sql`j.move_position`;

const accountIs = (codes: readonly number[]): Condition => sql`j.account = any(${[...codes]}::int[])`;

/** Refunds of receipts add multiples of twice BONUS_LINE to the numbers of their movements: posting/pos-refund.ts. */
const numberOf = (line: RawBuilder<unknown>): RawBuilder<unknown> => sql`mod(${line}, ${sql.lit(2 * BONUS_LINE)})`;
const LINE = numberOf(sql`j.line_id`);
const MOVE_LINE = numberOf(sql`j.move_line`);

/**
 * By promotion and document: lines with amounts, credits without a line, and movements of goods. The cost of free goods
 * has the line number of bonus goods, in either account.
 */
const figuresOf = (key: RawBuilder<unknown>, conditions: readonly Condition[]): RawBuilder<unknown> => {
  const ofLine = sql`(${LINE} = p.line_id or (p.is_named and ${LINE} = p.line_id + ${sql.lit(BONUS_LINE)}))`;
  const moved = sql`(${MOVE_LINE} = p.line_id or (p.is_named and ${MOVE_LINE} = p.line_id + ${sql.lit(BONUS_LINE)}))`;
  return sql`
  figures as (
    select p.promotion_fk, ${key} as key, j.document_kind, j.document,
      -sum(j.base) filter (where p.is_under and ${accountIs([...SALES, ...RETURNS])}) as gross,
      sum(round(j.base * p.part, 4)) filter (where ${accountIs(DISCOUNTS)}) as given,
      sum(case when p.is_under then j.base else round(j.base * p.part, 4) end)
        filter (where ${accountIs(DISCOUNTS)}) as discounts,
      sum(j.base) filter (where p.is_under and ${accountIs(COST)} and ${LINE} = p.line_id) as sold,
      sum(j.base) filter (where ${accountIs(COST)} and ${LINE} <> p.line_id) as free, 0 as quantity, 0 as free_quantity
    from posted p join read.journal_line j on ${isPostedBy('p', BY_JOURNAL)} and ${ofLine}
    ${whereAll([accountIs([...SALES, ...RETURNS, ...DISCOUNTS, ...COST]), ...conditions])}
    group by 1, 2, 3, 4
    union all
    select o.promotion_fk, ${key}, j.document_kind, j.document, 0, sum(round(j.base * o.amount / nullif(o.credited, 0), 4)),
      sum(round(j.base * o.amount / nullif(o.credited, 0), 4)), 0, 0, 0, 0
    from offered o join taken t on t.position = o.position
    join read.journal_line j on ${isPostedBy('t', BY_JOURNAL)} and j.line_id is null
    ${whereAll([accountIs(DISCOUNTS), sql`o.amount is not null`, ...conditions])}
    group by 1, 2, 3, 4
    union all
    select p.promotion_fk, ${key}, j.document_kind, j.document, 0, 0, 0, 0, 0,
      -sum(j.quantity) filter (where p.is_under and ${MOVE_LINE} = p.line_id),
      -sum(j.quantity) filter (where ${MOVE_LINE} <> p.line_id)
    from posted p join read.stock_line j on ${isPostedBy('p', BY_STOCK)} and ${moved}
    ${whereAll(conditions)}
    group by 1, 2, 3, 4
  )`;
};

const total = (name: string): RawBuilder<unknown> => sql`coalesce(sum(${sql.ref(`f.${name}`)}), 0)`;

/** `conditions` are on columns of `j`, which the journal and the stock ledger share. */
export async function promotionSales(
  snapshot: Snapshot,
  part: PromotionPart,
  conditions: readonly Condition[],
): Promise<PromotionSales[]> {
  const names = ['gross', 'given', 'discounts', 'sold', 'free', 'quantity', 'free_quantity'];
  const sums = names.map((name) => sql`${total(name)} as ${sql.ref(name)}`);
  const { rows } = await sql<PromotionSales>`
    with ${sql.join([TAKEN, SHARES, GIVEN, POSTED, figuresOf(PARTS[part], conditions)])}, documents as (
      select f.promotion_fk, f.key, f.document_kind <> 'sale_return' as is_sale, ${sql.join(sums)}
      from figures f group by f.promotion_fk, f.key, f.document_kind, f.document
    )
    select f.promotion_fk, f.key,
      count(*) filter (where f.is_sale and (f.gross, f.quantity, f.free_quantity) <> (0, 0, 0))::int as documents,
      ${total('quantity')} as quantity, ${total('free_quantity')} as free_quantity, ${total('gross')} as gross,
      ${total('given')} as given, ${total('discounts')} - ${total('given')} as other_discounts,
      ${total('gross')} - ${total('discounts')} as revenue, ${total('sold')} as cost_of_sold,
      ${total('free')} as cost_of_free
    from documents f group by f.promotion_fk, f.key
    having bool_or((f.gross, f.quantity, f.free_quantity, f.given, f.free) <> (0, 0, 0, 0, 0))
    order by f.promotion_fk, f.key`.execute(snapshot);
  return rows;
}
