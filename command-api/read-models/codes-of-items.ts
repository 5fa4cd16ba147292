/** Barcodes and codes of items. */
import type { CurrentQuery } from './named-query.ts';

export interface CodeOfItem {
  readonly code: string;
  readonly name: string;
}

export const CODES_LIKE_LABELS: CurrentQuery<[prefixes: readonly string[]], CodeOfItem> = {
  name: 'codes of active items with the length of a label of a scale and one of its first two digits',
  staleness: 'position of the decision',
  sql: `select c.code, r.name
     from read.record r
     cross join lateral (
       select b #>> '{}' from jsonb_path_query(r.data, '$.item_units[*].barcodes[*]') b
       union all select r.data ->> 'item_code'
     ) c (code)
     where r.kind = 'item' and r.active and length(ltrim(c.code, '0')) = 13
       and left(ltrim(c.code, '0'), 2) = any ($1::text[])
     order by 1`,
};
