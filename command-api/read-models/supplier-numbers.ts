/** Documents with a number of a supplier. */
import type { CurrentQuery } from './named-query.ts';

export interface NumberedRow {
  readonly kind: string;
  readonly id: number;
  readonly party: string;
  readonly outlet_fk: number | null;
  readonly inventory_fk: number | null;
  readonly day: string;
  readonly amount: string;
  /** The numbers of the document and of its later bills, as they were typed. */
  readonly texts: readonly unknown[];
}

/** Those in force of some kinds and parties, in the order of their entry. */
export const SUPPLIER_NUMBERS: CurrentQuery<[kinds: readonly string[], parties: readonly string[]], NumberedRow> = {
  name: 'documents in force with a number of a supplier',
  staleness: 'position of the decision',
  sql: `select d.kind, d.id, d.party, d.outlet_fk, d.inventory_fk, d.date::text as day,
      concat_ws(' ', trim_scale(d.total), c.data ->> 'symbol') as amount,
      array_prepend(d.reference_number, array(select bill ->> 'reference_number'
        from jsonb_array_elements(coalesce((d.data -> 'bills')::jsonb, '[]')) bill)) as texts
    from read.document d left join read.record c on c.kind = 'currency' and c.id = d.currency_fk
    where d.party = any ($2) and d.kind = any ($1) and d.status not in ('draft', 'discarded', 'reversed')
      and (d.reference_number is not null or d.data ? 'bills')
    order by d.created_at, d.kind, d.id`,
};
