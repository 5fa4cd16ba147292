-- Periods are opened, closed and reopened as a whole. A period must not overlap another; a new one must not precede a
-- closed one, and must start on the day after its predecessor; the earliest may be separate. A used or closed period,
-- and one with a successor, cannot be removed. A change that conflicts with several periods names the first of them:
-- one refusal for each claim.
create or replace function claim.period_change_refusals(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    with c as materialized (
      select c.*, exists (select from claim.period k where (k.from_day, k.to_day) = (c."from", c."to")) as known
      from jsonb_to_recordset(p) c (i int, "from" date, "to" date, status text, field text)
    ), kept as materialized (
      select k.from_day, k.to_day, k.status from claim.period k
      where not exists (select from c where c.status = 'removed' and (c."from", c."to") = (k.from_day, k.to_day))
    ), days as materialized (
      select from_day, to_day from kept union select c."from", c."to" from c where c.status = 'open'
    ), found as (
      select c.i, c.field, case when k.from_day <= c."to" then 'period_overlaps' else 'year_before_closed' end as message,
        k.from_day, k.to_day
      from c join kept k on k.to_day >= c."from" and (k.from_day, k.to_day) <> (c."from", c."to")
        and (k.from_day <= c."to" or (k.status = 'closed' and c.status = 'open' and not c.known))
      where c.status <> 'removed'
      union all
      select c.i, c.field, 'year_in_use', c."from", c."to"
      from c left join claim.period k on (k.from_day, k.to_day) = (c."from", c."to")
      where c.status = 'removed' and (k.used is distinct from false or k.status <> 'open')
      union all
      select c.i, c.field, 'year_leaves_a_gap', d.from_day, d.to_day
      from c cross join lateral (select d.from_day, d.to_day from days d where d.to_day < c."from" order by d.to_day desc limit 1) d
      where c.status = 'open' and not c.known and d.to_day + 1 <> c."from"
      union all
      select c.i, c.field, 'year_is_followed', d.from_day, d.to_day
      from c join days d on d.from_day = c."to" + 1
      where c.status = 'removed' and exists (select from days b where b.to_day < d.from_day)
        and not exists (select from days b where b.to_day + 1 = d.from_day)
    )
    select jsonb_agg(o.refusal) from (
      select distinct on (f.i) claim.refusal(f.i, f.field, f.message, jsonb_build_object('from', f.from_day::text,
        'to', f.to_day::text, 'value', (f.to_day + 1)::text)) as refusal
      from found f order by f.i, f.from_day) o);
end $$;
