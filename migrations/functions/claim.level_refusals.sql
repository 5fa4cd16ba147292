-- Several claims of a batch on one key are checked together: on the claim's day and on every later day that the batch
-- lowers (or raises), the level must keep the floor (or ceiling). `available` is the level of the worst of these days,
-- `needed` the amount that the batch takes. Pending changes (claim.pending_level) count only where they make the batch
-- worse.
create or replace function claim.level_refusals(p jsonb, p_pending boolean) returns jsonb language plpgsql stable as $$
begin
  -- The common case: no later change exists, and the level suffices without the batch's additions.
  if not p_pending and (
    select bool_and(c.first_day >= l.last_day and (c.floor is null or l.total + c.down >= c.floor)
      and (c.ceiling is null or l.total + c.up <= c.ceiling))
    from (
      select key, min(day) as first_day, sum(least(delta, 0)) as down, sum(greatest(delta, 0)) as up,
        max(floor) filter (where delta < 0) as floor, min(ceiling) filter (where delta > 0) as ceiling
      from jsonb_to_recordset(p) c (key text, day date, delta numeric, floor numeric, ceiling numeric) group by key
    ) c
    cross join lateral (select coalesce(max(k.total), 0) as total, coalesce(max(k.last_day), '-infinity') as last_day
      from claim.level k where k.key = c.key offset 0) l
    where c.floor is not null or c.ceiling is not null
  ) is not false then
    return null;
  end if;
  return (
    with c as materialized (
      select * from jsonb_to_recordset(p) c (i int, key text, day date, delta numeric, floor numeric,
        ceiling numeric, field text, message text)
    ), span as (
      select c.key, min(c.day) as first_day from c group by c.key
      having bool_or(c.floor is not null and c.delta < 0) or bool_or(c.ceiling is not null and c.delta > 0)
    ), point as (
      select s.key, c.day, 0::numeric as kept, c.delta as change, 0::numeric as low, 0::numeric as high
      from span s join c on c.key = s.key
      union all
      select s.key, d.day, d.net, 0, 0, 0
      from span s
      cross join lateral (select l.last_day from claim.level l where l.key = s.key offset 0) l
      cross join lateral (select k.* from claim.level_day k where k.key = s.key and k.day > s.first_day offset 0) d
      where l.last_day > s.first_day
      union all
      select s.key, w.day, 0, 0, least(w.delta, 0), greatest(w.delta, 0)
      from span s join claim.pending_level w on w.key = s.key where p_pending
    ), day as (
      select key, day, sum(kept) as kept, sum(change) as change, sum(low) as low, sum(high) as high
      from point group by key, day
    ), level as (
      select d.key, d.day, coalesce(l.total, 0) - coalesce(sum(d.kept) over later, 0) as before,
        sum(d.change) over upto as change, sum(d.low) over upto as low, sum(d.high) over upto as high
      from day d left join lateral (select k.total from claim.level k where k.key = d.key offset 0) l on true
      window later as (partition by d.key order by d.day desc rows between unbounded preceding and 1 preceding),
        upto as (partition by d.key order by d.day)
    ), broken as (
      select distinct on (c.i) c.i, c.field, c.message, c.key, v.day, v.available, v.needed
      from c join lateral (
        select l.day, l.before + l.low - c.floor as available, -l.change as needed from level l
        where l.key = c.key and l.day >= c.day and c.delta < 0 and l.change < 0
        union all
        select l.day, c.ceiling - l.before - l.high, l.change from level l
        where l.key = c.key and l.day >= c.day and c.delta > 0 and l.change > 0
      ) v on v.available < v.needed
      order by c.i, v.available - v.needed, v.day
    )
    select jsonb_agg(claim.refusal(i, field, message, jsonb_build_object('key', key, 'day', day::text,
      'available', trim_scale(available)::text, 'needed', trim_scale(needed)::text)))
    from broken);
end $$;
