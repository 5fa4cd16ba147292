/** Barcodes of items. */
import type { CurrentQuery } from './named-query.ts';

export interface CodeOfItem {
  readonly code: string;
  readonly name: string;
}

export const CODES_LIKE_LABELS: CurrentQuery<[prefixes: readonly string[]], CodeOfItem> = {
  name: 'barcodes of active items with the length of a label of a scale and one of its first two digits',
  staleness: 'position of the decision',
  sql: `select c.code #>> '{}' as code, r.name
     from read.record r, jsonb_path_query(r.data, '$.item_units[*].barcodes[*]') c (code)
     where r.kind = 'item' and r.active and length(c.code #>> '{}') = 13 and left(c.code #>> '{}', 2) = any ($1::text[])
     order by 1`,
};
