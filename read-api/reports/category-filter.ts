/** The filter by categories of items: a category includes all categories below it. */
import { sql } from 'kysely';
import type { Condition } from '../lists/list.ts';

/** Whether the category or the sub-category of the record `i` of an item is one of these, or below one. */
export const inCategories = (
  ids: readonly number[],
): Condition => sql`array[(i.data ->> 'category_fk')::int, (i.data ->> 'sub_category_fk')::int] && array(
  with recursive below (id) as (
    select unnest(${[...ids]}::int[])
    union select r.id from read.record r join below b on (r.data ->> 'parent_fk')::int = b.id where r.kind = 'category'
  ) select id from below)`;
