/** The batches of an item in the books, as events name them. */
import type { Batch } from '../../domain/values/batch.ts';
import type { CurrentQuery } from './named-query.ts';

export const TOLD_BATCHES: CurrentQuery<[item: number], Batch> = {
  name: 'batches of an item that documents ever moved',
  staleness: 'position of the decision',
  sql: `select batch_number, expire_date::text as expire_date from read.batch_line
    where item_fk = $1 and kind <> 'count' group by 1, 2 order by min(position), 2, 1`,
};
