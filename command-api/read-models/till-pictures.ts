/** Pictures that tills may load. */
import type { LaggingQuery } from './named-query.ts';

/** Only the first picture of sellable goods, which the grid of a till shows. */
export const PICTURE_OF_GOODS: LaggingQuery<[attachment: string], { readonly id: number }> = {
  name: 'goods that a picture is of',
  staleness: 'whatever is there',
  sql: `select r.id from attachment.holder h
    join read.record r on r.kind = 'item' and r.id = substring(h.stream from '^item-([0-9]+)$')::int
    where h.attachment = $1 and r.active and r.data -> 'images' ->> 0 = h.attachment limit 1`,
};
