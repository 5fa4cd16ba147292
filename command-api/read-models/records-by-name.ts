/** Records by their names and codes. */
import type { CurrentQuery } from './named-query.ts';

export interface UnitOfItem {
  readonly unit_fk: number;
  readonly is_default: boolean;
  readonly barcodes: readonly string[];
}

export interface NamedRow {
  readonly id: number;
  /** Of a record that belongs to an outlet. */
  readonly outlet_fk: number | null;
  readonly names: readonly (string | null)[];
  readonly codes: readonly (string | null)[];
  readonly units: readonly UnitOfItem[] | null;
}

/** `names` and `codes` are fields of the kind. */
export const RECORDS_BY_NAME: CurrentQuery<
  [kind: string, names: readonly string[], codes: readonly string[]],
  NamedRow
> = {
  name: 'active records of a kind with their names and codes',
  staleness: 'position of the decision',
  sql: `select id, outlet_fk,
            array(select data ->> field from unnest($2::text[]) field) as names,
            array(select data ->> field from unnest($3::text[]) field) as codes,
            data -> 'item_units' as units
     from read.record where kind = $1 and active`,
};
