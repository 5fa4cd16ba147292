/** The first day on which something of an open item is due (domain/debts/due-date.ts, `firstDue`). */
import { sql } from 'kysely';

/** Of the row `i` of `read.open_item`; null without a stored due day. */
export const DUE_OF_ITEM = sql`(
  select min(u.due_date) from (
    select c.due_date, sum(sum(c.amount)) over (
        order by c.due_date desc rows between unbounded preceding and 1 preceding) as later
    from read.open_item_change c
    where c.document = i.document and c.party = i.party and c.currency_fk = i.currency_fk and c.date = i.date
      and c.due_date is not null
    group by c.due_date having sum(c.amount) > 0
  ) u where coalesce(u.later, 0) < i.amount)`;
