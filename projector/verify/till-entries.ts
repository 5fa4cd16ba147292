/**
 * Invariants of the entries that tills sent (decisions/0074): for each device one sequence without gaps, and one chain.
 * The review of the entry after a gap closes it, and keeps the reason.
 */

import type { Invariant } from './ask.ts';

const ENTRIES = `
  select distinct (e.data -> 'device' ->> 'till_fk')::int as till, e.data -> 'device' ->> 'enrolment' as enrolment,
    (e.data -> 'device' ->> 'sequence')::int as sequence, e.data -> 'device' ->> 'hash' as hash,
    e.data -> 'device' ->> 'previous' as previous, e.stream
  from {s}.event e
  where e.type in ('drawer.opened', 'drawer.paid_in', 'drawer.paid_out', 'drawer.counted', 'drawer.closed', 'drawer.noted',
      'pos_sale.completed', 'pos_sale.part_refunded', 'pos_sale.returned')
    and e.data -> 'device' is not null`;

export const TILL_ENTRIES: readonly Invariant[] = [
  {
    name: 'what a till entered has come without a gap, or a review says why not',
    sql: `select format('till %s: entries %s to %s of %s have not come', till, before + 1, sequence - 1, enrolment) as finding
      from (select *, lag(sequence, 1, 0) over (partition by enrolment order by sequence) as before from (${ENTRIES}) t) g
      where sequence > before + 1 and not exists (
        select from {s}.event r where r.stream = g.stream and r.type in ('pos_sale.reviewed', 'drawer.reviewed')
          and r.position > (select min(o.position) from {s}.event o where o.stream = g.stream
            and o.data -> 'device' ->> 'enrolment' = g.enrolment and (o.data -> 'device' ->> 'sequence')::int = g.sequence))`,
  },
  {
    name: 'no two entries of a till have one number',
    sql: `select format('till %s: entry %s of %s stands in %s', till, sequence, enrolment, string_agg(stream, ' and ' order by stream)) as finding
      from (${ENTRIES}) t group by till, enrolment, sequence having count(*) > 1`,
  },
  {
    name: 'every entry of a till names the one before it as it came',
    sql: `select format('till %s: entry %s of %s (%s) does not follow what came as entry %s', n.till, n.sequence, n.enrolment, n.stream,
        n.sequence - 1) as finding
      from (${ENTRIES}) n
      where n.previous <> repeat('0', 64) and exists (
        select from (${ENTRIES}) b where b.enrolment = n.enrolment and b.sequence = n.sequence - 1)
      and not exists (
        select from (${ENTRIES}) b where b.enrolment = n.enrolment and b.sequence = n.sequence - 1 and b.hash = n.previous)`,
  },
];
