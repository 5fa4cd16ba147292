/** The filter by categories of items: a category includes all categories below it. */
import { sql } from 'kysely';
import type { Condition } from './list-source.ts';

/** Whether the category or the sub-category of an item is one of these, or below one; `item` is its record's alias. */
export const inCategories = (
  ids: readonly number[],
  item: 'i' | 'r' = 'i',
): Condition => sql`array[${fieldOf(item, 'category_fk')}, ${fieldOf(item, 'sub_category_fk')}] && array(
  with recursive below (id) as (
    select unnest(${[...ids]}::int[])
    union select c.id from read.record c join below b on (c.data ->> 'parent_fk')::int = b.id where c.kind = 'category'
  ) select id from below)`;

const fieldOf = (item: string, field: string) => sql`(${sql.id(item)}.data ->> ${sql.lit(field)})::int`;
