/** Documents that a corrected rate concerns. */
import type { CurrentQuery } from './named-query.ts';

export interface StreamRow {
  readonly stream: string;
}

/** Returns have the rate of the returned document and are corrected with it, whenever they were entered. */
const ORIGIN = `case d.kind when 'sale_return' then 'sale-' || (d.data ->> 'sale_fk')
  when 'purchase_return' then 'purchase-' || (d.data ->> 'purchase_fk') end`;

/**
 * Empty lists do not filter; `begun` is the position before which the document was entered. An order is paid in advance
 * on later days, each at its own rate.
 */
export const AT_RATE: CurrentQuery<
  [
    kinds: readonly string[],
    from: string,
    rate: number | null,
    items: readonly number[],
    inventories: readonly number[],
    begun: bigint | null,
  ],
  StreamRow
> = {
  name: 'documents at a rate',
  staleness: 'position of the decision',
  sql: `select d.kind || '-' || d.id as stream from read.document d
     where d.kind = any($1) and d.status not in ('discarded', 'reversed')
       and (d.date >= $2::date or d.kind = 'purchase_order' and jsonb_path_exists(d.data,
         '$.payments[*] ? (@.rate_fk == $rate && @.date >= $from)', jsonb_build_object('rate', $3::int, 'from', $2::date)))
       and ${ORIGIN} is null
       and jsonb_path_exists(d.data, '$.**.rate_fk ? (@ == $rate)', jsonb_build_object('rate', $3::int))
       and (cardinality($4::int[]) = 0 or exists (
         select from read.document_line l where l.kind = d.kind and l.id = d.id and l.item_fk = any($4)))
       and (cardinality($5::int[]) = 0 or d.inventory_fk = any($5))
       and ($6::bigint is null or exists (
         select from read.event e where e.kind = d.kind and e.entity_id = d.id and e.revision = 0 and e.position < $6))
     order by d.kind, d.id`,
};

export const RETURNS_OF: CurrentQuery<[documents: readonly string[]], StreamRow> = {
  name: 'returns of documents',
  staleness: 'position of the decision',
  sql: `select d.kind || '-' || d.id as stream from read.document d
     where d.kind in ('sale_return', 'purchase_return') and d.status not in ('discarded', 'reversed')
       and ${ORIGIN} = any($1)
     order by d.kind, d.id`,
};

/** At the right rate already, because the started commit has corrected them. */
export const CORRECTED_BY: CurrentQuery<
  [types: readonly string[], recalculation: number, rate: number | null],
  StreamRow
> = {
  name: 'documents that a recalculation has corrected',
  staleness: 'position of the decision',
  sql: `select distinct d.kind || '-' || d.id as stream
     from read.event e join read.document d on d.kind = e.kind and d.id = e.entity_id
     where e.type = any($1) and (e.data ->> 'recalculation_fk')::int = $2
       and jsonb_path_exists(d.data, '$.**.rate_fk ? (@ == $rate)', jsonb_build_object('rate', $3::int))`,
};

/** `documents` is a JSON list. */
export const SETTLING: CurrentQuery<[documents: string], StreamRow> = {
  name: 'documents that settle others',
  staleness: 'position of the decision',
  sql: `select d.kind || '-' || d.id as stream from read.document d
     where d.kind in ('customer_transaction', 'supplier_transaction', 'sale_return', 'purchase_return', 'purchase_order',
         'remittance', 'settlement')
       and d.status not in ('discarded', 'reversed')
       and jsonb_path_exists(d.data, '$.**.document ? (@ == $of[*])', jsonb_build_object('of', $1::jsonb))
     order by d.kind, d.id`,
};

export const COMMIT_STARTED: CurrentQuery<[recalculation: number], { readonly position: string }> = {
  name: 'beginning of the commit of a recalculation',
  staleness: 'position of the decision',
  sql: `select position from read.event
     where kind = 'recalculation' and entity_id = $1 and type = 'recalculation.commit_started'`,
};
