/** Records for a till's catalogue: all of them, or those that changed after a position. */
import type { LaggingQuery } from './named-query.ts';

type Data = Readonly<Record<string, unknown>>;

export interface CatalogueRow {
  readonly id: number;
  /** Null for a retired record. */
  readonly data: Data | null;
}
export interface ItemRow extends CatalogueRow {
  /** In base units, in the inventory of the till. */
  readonly stock: string | null;
  /** For goods with batches: the level of each batch in that inventory, by its key. */
  readonly batches: readonly (readonly [key: string, total: string])[] | null;
  /** What is noted of these batches, likewise. */
  readonly noted: readonly (readonly [key: string, total: string])[] | null;
}
export interface CustomerRow extends CatalogueRow {
  /** In the system currency, as `overdue`; receivables are positive. */
  readonly balance: string | null;
  readonly overdue: string | null;
}

/** Without long texts and minimums of inventories, which no till shows. */
const WITHOUT_TEXTS = `r.data - array['description', 'direct_of_use', 'side_effects', 'images', 'inventory_levels']
  || jsonb_build_object('image', r.data -> 'images' -> 0)`;

/** The position of the slowest model of the catalogue. */
export const CATALOGUE_POSITION: LaggingQuery<[], { readonly position: string | null }> = {
  name: 'position of the models of a till’s catalogue',
  staleness: 'whatever is there',
  sql: `select min(position)::text as position from read.checkpoint where model in ('records', 'books', 'documents')`,
};

/** Row counts of the large tables. */
export const CATALOGUE_COUNTS: LaggingQuery<[], { readonly kind: string; readonly count: number }> = {
  name: 'numbers of the items and customers of a till’s catalogue',
  staleness: 'whatever is there',
  sql: `select kind, count(*)::int as count from read.record where kind in ('item', 'customer') and active group by kind`,
};

/** All active records of a small kind, except those of other outlets. */
export const CATALOGUE_TABLE: LaggingQuery<[kind: string, outlet: number], CatalogueRow> = {
  name: 'records of a kind for a till’s catalogue',
  staleness: 'whatever is there',
  sql: `select id, data from read.record where kind = $1 and active and (outlet_fk is null or outlet_fk = $2) order by id`,
};

/** True when a small kind has changed after a position. */
export const CATALOGUE_CHANGED: LaggingQuery<[kinds: readonly string[], after: string], { readonly kind: string }> = {
  name: 'kinds of records that changed after a position',
  staleness: 'whatever is there',
  sql: `select kind from read.record where kind = any($1) and position > $2::bigint group by kind`,
};

/** Batches from the claims, which change with each sale immediately, before the read models. */
const levelsBelow = (prefix: string) => `case when (r.data ->> 'has_expire')::boolean
    or (r.data ->> 'has_batch_number')::boolean or r.data ->> 'serial_numbers' <> 'none' then (
    select coalesce(jsonb_agg(jsonb_build_array(b.key, trim_scale(b.total)::text) order by b.key), '[]') from claim.level b
    where b.open and b.key >= ${prefix} and b.key < ${prefix} || chr(127)
  ) end`;
const ITEM_COLUMNS = `r.id, case when r.active then ${WITHOUT_TEXTS} end as data, trim_scale(l.quantity)::text as stock,
  ${levelsBelow("format('batch:%s:%s:', r.id, $1::int)")} as batches,
  ${levelsBelow("format('noted:%s:', r.id)")} as noted`;
const ITEM_JOINS = `left join read.stock_level l on l.item_fk = r.id and l.inventory_fk = $1`;

export const CATALOGUE_ITEMS: LaggingQuery<[inventory: number, after: number, limit: number], ItemRow> = {
  name: 'items of a till’s catalogue, a page',
  staleness: 'whatever is there',
  sql: `select ${ITEM_COLUMNS} from read.record r ${ITEM_JOINS}
    where r.kind = 'item' and r.active and r.id > $2 order by r.id limit $3`,
};

/** Kits that were assembled, taken apart or moved anywhere, and those of whose parts something else is noted. */
const CHANGED_KITS = `select (k.data ->> 'item_fk')::int from read.record k
  where k.kind = 'collection' and (k.position > $4::bigint
    or (k.data ->> 'item_fk')::int in (select item_fk from read.stock_line where position > $4::bigint)
    or exists (select from read.document d where d.kind in ('batch_correction', 'batch_hold') and d.position > $4::bigint
      and k.data -> 'lines' @> jsonb_build_array(jsonb_build_object('item_fk', d.data -> 'item_fk'))))`;

/** Items that changed, items whose stock changed, and items of whose batches something else is noted. */
export const CHANGED_ITEMS: LaggingQuery<[inventory: number, after: number, limit: number, position: string], ItemRow> =
  {
    name: 'items of a till’s catalogue that changed, a page',
    staleness: 'whatever is there',
    sql: `select ${ITEM_COLUMNS} from (
      select id from read.record where kind = 'item' and position > $4::bigint
      union select item_fk from read.stock_line where position > $4::bigint and inventory_fk = $1
      union select (data ->> 'item_fk')::int from read.document
        where kind in ('batch_correction', 'batch_hold') and position > $4::bigint
      union ${CHANGED_KITS}
    ) c join read.record r on r.kind = 'item' and r.id = c.id ${ITEM_JOINS}
    where r.id > $2 order by r.id limit $3`,
  };

/**
 * A customer's debt is checked by claims with each document; overdue are items past their due day, by as many days as the
 * customer's overdue days exceed the terms (domain/debts/overdue.ts); without a due day, items older than these days. Foreign ones are converted at the rate of their document, else at the rate in force.
 */
const CUSTOMER_COLUMNS = `r.id, case when r.active then r.data end as data,
  trim_scale(coalesce(d.total, 0) - coalesce(o.credits, 0))::text as balance, trim_scale(o.amount)::text as overdue`;
const OVERDUE_DAYS = `case when r.data ->> 'overdue_option' = 'all' then 0 else (r.data ->> 'overdue_days')::int end`;
const TERMS_DAYS = `coalesce((r.data ->> 'payment_terms_days')::int, (r.data ->> 'overdue_days')::int, (
  select (g.data ->> 'payment_terms_days')::int from read.record g
  where g.kind = 'customer_group' and g.id = (r.data ->> 'customer_group_fk')::int), 0)`;
/** The first day on which something of the open item `i` is due; null without a stored due day. */
const DUE_OF_ITEM = `(select min(u.due_date) from (
  select c.due_date, sum(sum(c.amount)) over (
    order by c.due_date desc rows between unbounded preceding and 1 preceding) as later
  from read.open_item_change c
  where c.document = i.document and c.party = i.party and c.currency_fk = i.currency_fk and c.date = i.date
    and c.due_date is not null
  group by c.due_date having sum(c.amount) > 0) u where coalesce(u.later, 0) < i.amount)`;
/** The last day on which the open item `i` of the customer `r` does not block; null for who is never blocked. */
const LAST_DAY = `(case when ${OVERDUE_DAYS} is not null and i.amount > 0 then
  coalesce(${DUE_OF_ITEM} + greatest(0, ${OVERDUE_DAYS} - ${TERMS_DAYS}), i.date + ${OVERDUE_DAYS}) end)`;
const CUSTOMER_JOINS = `
  left join claim.level d on d.key = 'debit:customer-' || r.id
  cross join (select
    coalesce((select (data ->> 'currency_fk')::int from read.record where kind = 'system_setting' and id = 1), 1) as currency,
    (select coalesce(data ->> 'in_rate', data ->> 'rate')::numeric from read.record
      where kind = 'currency_rate' and active and data ->> 'date' <= $1::text
      order by data ->> 'date' desc, coalesce(data ->> 'time', '00:00:00') desc, id desc limit 1) as rate
  ) s
  left join lateral (
    select nullif(greatest(0, sum(greatest(0, c.overdue - c.credits)) - sum(greatest(0, c.credits - c.debts))), 0) as amount,
      sum(c.credits) as credits from (
      select coalesce(sum(b.base) filter (where b.amount > 0 and b.last_day < $1::date), 0) as overdue,
        coalesce(sum(b.base) filter (where b.amount > 0), 0) as debts,
        coalesce(-sum(b.base) filter (where b.amount < 0 and b.document !~ '^(purchase|online)_order-'), 0) as credits
      from (
        select i.*, ${LAST_DAY} as last_day, case
          when i.currency_fk = s.currency then i.amount
          when s.currency = 1 then round(i.amount * coalesce(f.rate, s.rate), 4)
          else round(i.amount / coalesce(f.rate, s.rate), 4) end as base
        from read.open_item i
        left join read.document f on i.currency_fk <> s.currency
          and f.kind = substring(i.document from '^(.*)-[0-9]+$') and f.id = substring(i.document from '[0-9]+$')::int
        where i.party = 'customer-' || r.id
      ) b group by b.currency_fk
    ) c
  ) o on true`;

export const CATALOGUE_CUSTOMERS: LaggingQuery<[today: string, after: number, limit: number], CustomerRow> = {
  name: 'customers of a till’s catalogue, a page',
  staleness: 'whatever is there',
  sql: `select ${CUSTOMER_COLUMNS} from read.record r ${CUSTOMER_JOINS}
    where r.kind = 'customer' and r.active and r.id > $2 order by r.id limit $3`,
};

/** Customers that changed, customers with new postings, and those of whom more has become overdue since the day `since`. */
export const CHANGED_CUSTOMERS: LaggingQuery<
  [today: string, after: number, limit: number, position: string, since: string],
  CustomerRow
> = {
  name: 'customers of a till’s catalogue that changed, a page',
  staleness: 'whatever is there',
  sql: `select ${CUSTOMER_COLUMNS} from (
      select id from read.record where kind = 'customer' and position > $4::bigint
      union select substring(party from '^customer-([0-9]+)$')::int from read.journal_line
      where position > $4::bigint and party ^@ 'customer-'
      union select r.id from read.open_item i
      join read.record r on r.kind = 'customer' and r.id = substring(i.party from '^customer-([0-9]+)$')::int
      where $5::date < $1::date and i.party ^@ 'customer-' and i.amount > 0
        and ${LAST_DAY} < $1::date and ${LAST_DAY} >= $5::date
    ) c join read.record r on r.kind = 'customer' and r.id = c.id ${CUSTOMER_JOINS}
    where r.id > $2 order by r.id limit $3`,
};

export interface OpenDrawerRow {
  readonly id: number;
  readonly number: string | null;
  readonly user_fk: number;
  readonly status: string;
  readonly date: string;
  readonly accounts: unknown;
  /** The till entry that opened the drawer, if any. */
  readonly uuid: string | null;
}

/** For display at the till; an entry's use of a drawer is decided with the entry. */
export const OPEN_DRAWERS: LaggingQuery<[outlet: number], OpenDrawerRow> = {
  name: 'drawers in use of an outlet',
  staleness: 'whatever is there',
  sql: `select id, number, (data ->> 'user_fk')::int as user_fk, status, date::text as date, data -> 'accounts' as accounts,
      data -> 'device' ->> 'uuid' as uuid
    from read.document where kind = 'drawer' and status in ('open', 'counted') and outlet_fk = $1 order by id`,
};

export const PENDING_ORDERS: LaggingQuery<[outlet: number], { readonly count: number }> = {
  name: 'online orders of an outlet that wait to be confirmed',
  staleness: 'whatever is there',
  sql: `select count(*)::int as count from read.document where kind = 'online_order' and status = 'pending' and outlet_fk = $1`,
};
