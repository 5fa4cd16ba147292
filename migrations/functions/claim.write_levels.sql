-- Adds the changes of a batch to the levels: to the total, to the day, and to the moment if given.
create or replace function claim.write_levels(p jsonb) returns void language plpgsql as $$
begin
  with change as materialized (
    select c.key, c.day, c.at, sum(c.delta) as net
    from jsonb_to_recordset(p) c (key text, day date, at timestamp, delta numeric) group by c.key, c.day, c.at
  ), moments as (
    insert into claim.level_moment (key, at, net) select key, at, net from change where at is not null and net <> 0
    on conflict (key, at) do update set net = level_moment.net + excluded.net
  ), days as (
    insert into claim.level_day (key, day, net) select key, day, sum(net) from change group by key, day having sum(net) <> 0
    on conflict (key, day) do update set net = level_day.net + excluded.net
  )
  insert into claim.level (key, total, last_day) select key, sum(net), max(day) from change where net <> 0 group by key
  on conflict (key) do update
    set total = level.total + excluded.total, last_day = greatest(level.last_day, excluded.last_day);
end $$;
