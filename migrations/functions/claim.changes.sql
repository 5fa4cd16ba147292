-- The claims of a batch as plain changes of levels: its own, the differences of its counts, and their effect on the
-- next count after each. A batch has changes of a level or its count, never both. A count of stock also counts its
-- batches of goods: one that the count does not name has the quantity zero. Goods that are sold and not delivered
-- (`undelivered:5:2`, of a batch `undelivered:5:2:2027-01-31:B7`) are counted with their stock or batch: the difference
-- leaves them out, and their changes change the next count of that stock or batch.
create or replace function claim.changes(p jsonb) returns jsonb language plpgsql stable as $$
begin
  if not p ? 'count' and not exists (
    select from jsonb_to_recordset(p -> 'level') c (key text, day date, at timestamp)
    join claim.count k on k.key = claim.counted_with(c.key) and k.at > coalesce(c.at, c.day)
  ) then
    return p -> 'level';
  end if;
  return (
    with counted as materialized (
      select c.* from jsonb_to_recordset(coalesce(p -> 'count', '[]')) c (i int, key text, at timestamp, real numeric,
        floor numeric, field text, message text)
      where c.real is null or not exists (select from claim.count k where k.key = c.key and k.at = c.at)
    ), every_batch as (
      select * from counted
      union all
      select c.i, b.key, c.at, case when c.real is not null then 0 end, c.floor, c.field, c.message
      from counted c cross join lateral (
        select l.key from claim.level l
        where l.key >= 'batch' || substr(c.key, 6) || ':' and l.key < 'batch' || substr(c.key, 6) || ':' || chr(127)
      ) b
      where c.key ^@ 'stock:' and not exists (select from counted o where o.key = b.key and o.at = c.at)
    ), own as materialized (
      select c.i, c.key, c.day, coalesce(c.at, c.day) as at, c.at is not null as is_kept, c.delta, c.floor, c.ceiling,
        c.field, c.message
      from jsonb_to_recordset(coalesce(p -> 'level', '[]')) c (i int, key text, day date, at timestamp, delta numeric,
        floor numeric, ceiling numeric, field text, message text)
      union all
      select c.i, c.key, c.at::date, c.at, true,
        coalesce(c.real - claim.level_before(c.key, c.at) - claim.level_before('undelivered' || substr(c.key, 6), c.at),
          -(select m.net from claim.level_moment m where m.key = c.key and m.at = c.at), 0),
        c.floor, null, c.field, c.message
      from every_batch c
    ), change as (
      select i, key, day, case when is_kept then at end as at, delta, floor, ceiling, field, message from own
      union all
      select o.i, case when o.key ~ '^undelivered:[0-9]+:[0-9]+$' then 'stock' || substr(o.key, 12)
          when o.key ^@ 'undelivered:' then 'batch' || substr(o.key, 12) else o.key end, k.at::date, k.at, -o.delta, null, null, null, null
      from own o cross join lateral (
        select n.at from claim.count n where n.key = claim.counted_with(o.key) and n.at > o.at order by n.at limit 1) k
    )
    select jsonb_agg(to_jsonb(change)) from change);
end $$;
