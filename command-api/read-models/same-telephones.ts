/** Active records with a telephone. */
import type { LaggingQuery } from './named-query.ts';

export interface TelephoneRow {
  readonly id: number;
  /** Of a record that belongs to an outlet. */
  readonly outlet_fk: number | null;
  readonly name: string;
}

/** The keys of telephones are lines of the searched text, after the first. */
export const SAME_TELEPHONE: LaggingQuery<[kind: string, key: string, nameField: string], TelephoneRow> = {
  name: 'active records of a kind with a telephone',
  staleness: 'whatever is there',
  sql: `select id, outlet_fk, coalesce(data ->> $3, id::text) as name from read.record
     where kind = $1 and active and search like '%' || $2 || '%' and $2 = any (string_to_array(search, chr(10)))
     order by id`,
};
