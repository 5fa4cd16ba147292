/** The tree of categories. */
import type { CurrentQuery } from './named-query.ts';

/** `max` bounds the walk in case of a cycle that was stored by mistake. */
export const LEVELS_BELOW: CurrentQuery<[category: number, max: number], { readonly levels: number }> = {
  name: 'levels of categories below one',
  staleness: 'position of the decision',
  sql: `with recursive below (id, level) as (
       select $1::int, 0
       union all
       select r.id, b.level + 1 from read.record r join below b on (r.data ->> 'parent_fk')::int = b.id
       where r.kind = 'category' and r.active and b.level < $2
     ) select max(level) as levels from below`,
};
