/** The taxes and products of a SAF-T file: all taxes of the business, and the products that its lines name. */
import { sql } from 'kysely';
import type { Snapshot } from '../../database/reader.ts';

export interface SaftMasters {
  readonly taxes: readonly SaftTax[];
  readonly products: readonly SaftProduct[];
}
interface SaftTax {
  readonly code: string;
  readonly name: string;
  readonly from: string | null;
  readonly percentage: string;
}
interface SaftProduct {
  readonly code: string;
  readonly name: string;
  readonly unit: string | null;
}

/** Products that lines of the books name, and all taxes, including retired ones. */
export async function readMasters(snapshot: Snapshot): Promise<SaftMasters> {
  const { rows: taxes } = await sql<SaftTax>`
    select coalesce(nullif(r.data ->> 'tax_number', ''), r.id::text) as code, r.name, r.data ->> 'date' as from,
      r.data ->> 'percentage' as percentage
    from read.record r where r.kind = 'tax' order by r.id`.execute(snapshot);
  const { rows: products } = await sql<SaftProduct>`
    select coalesce(nullif(r.data ->> 'item_code', ''), r.id::text) as code, r.name, (
      select u.name from jsonb_array_elements(coalesce(r.data::jsonb -> 'item_units', '[]')) own
      join read.record u on u.kind = 'unit' and u.id = (own ->> 'unit_fk')::int
      where (own ->> 'is_base')::boolean limit 1) as unit
    from read.record r
    where r.kind = 'item' and exists (select from read.journal_line j where j.item_fk = r.id) order by r.id`.execute(
    snapshot,
  );
  return { taxes, products };
}
