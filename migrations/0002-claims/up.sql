-- Claims: the rules that no single stream can decide (domain/kernel/claim.ts), checked and kept as data.
-- The claims of a batch arrive grouped by kind, each with its index `i`: {"level": [{"i": 0, "key": …}], …}.
-- Everything here runs under one lock (the append's, or that of claim.reserve), so no row lock is needed.

create schema claim;

create table claim.taken (
  "set" text not null,
  key text not null,
  owner text not null,
  primary key ("set", key)
);

create table claim.series (series text primary key, last bigint not null);
-- Numbers that came back because their document was not stored; the next document takes the lowest.
create table claim.freed (series text not null, value bigint not null, primary key (series, value));

-- The level of a key is its total from its last day on; earlier days are found from the days after them.
-- `open` is a column because an index on `total <> 0` would make every change of a total touch the index.
create table claim.level (
  key text collate "C" primary key,
  total numeric not null,
  last_day date not null,
  open boolean generated always as (total <> 0) stored
) with (fillfactor = 70);
create index level_open on claim.level (key) where open;

create table claim.level_day (
  key text collate "C" not null,
  day date not null,
  net numeric not null,
  primary key (key, day)
) with (fillfactor = 70);

create table claim.period (
  from_day date primary key,
  to_day date not null check (to_day >= from_day),
  status text not null check (status in ('open', 'closed'))
);

create table claim.record (
  record text primary key,
  active boolean not null,
  used boolean not null default false
);

create table claim.counter (kind text primary key, value bigint not null);

create function claim.refusal(i int, field text, message text, params jsonb) returns jsonb
language sql immutable as $$
  select jsonb_build_object('i', i, 'field', field, 'message', message, 'params', params)
$$;

-- A key that another owner holds and does not give back in the same batch, or that the batch takes twice.
create function claim.unique_refusals(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    with c as materialized (
      select * from jsonb_to_recordset(p) c (i int, "set" text, key text, owner text, action text, field text)
    )
    select jsonb_agg(claim.refusal(c.i, c.field, 'already_taken', jsonb_build_object('key', c.key, 'owner', held.owner)))
    from c join lateral (
      select t.owner from claim.taken t where t."set" = c."set" and t.key = c.key and not exists
        (select from c r where r.action = 'release' and r."set" = t."set" and r.key = t.key and r.owner = t.owner)
      union all
      select e.owner from c e where e.action = 'take' and e."set" = c."set" and e.key = c.key and e.i < c.i
      limit 1
    ) held on held.owner <> c.owner
    where c.action = 'take');
end $$;

-- Several claims of a batch on one key are judged together, on the result: on the claim's day and on every
-- later one that the batch leaves lower (or higher) than it was, the level must keep the floor (or ceiling).
-- `available` is what the worst of these days had, `needed` what the batch takes from it. What is pending
-- (0006-claim-intents) counts against the batch and never for it.
create function claim.level_refusals(p jsonb, p_pending boolean) returns jsonb language plpgsql stable as $$
begin
  -- Nearly always nothing is dated before what is there, and enough is there even without what the batch adds.
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

-- The day must be open, or be opened by the same batch.
create function claim.period_refusals(p jsonb, p_changes jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field,
      case when k.status is null then 'outside_open_year' else 'closed_period' end, jsonb_build_object('day', c.day::text)))
    from jsonb_to_recordset(p) c (i int, day date, field text)
    left join claim.period k on c.day between k.from_day and k.to_day
    where k.status is distinct from 'open' and not exists (
      select from jsonb_to_recordset(coalesce(p_changes, '[]')) o ("from" date, "to" date, status text)
      where o.status = 'open' and c.day between o."from" and o."to"));
end $$;

-- A period is opened, closed and opened again as a whole; it may not cut into another.
create function claim.period_change_refusals(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field, 'period_overlaps',
      jsonb_build_object('from', k.from_day::text, 'to', k.to_day::text)))
    from jsonb_to_recordset(p) c (i int, "from" date, "to" date, field text)
    join claim.period k on k.from_day <= c."to" and k.to_day >= c."from"
    where (k.from_day, k.to_day) <> (c."from", c."to"));
end $$;

create function claim.use_refusals(p jsonb, p_records jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field,
      case when k.record is null then 'not_found' else 'retired' end, jsonb_build_object('record', c.record)))
    from jsonb_to_recordset(p) c (i int, record text, field text)
    left join lateral (select r.* from claim.record r where r.record = c.record offset 0) k on true
    where k.active is distinct from true and not exists (
      select from jsonb_to_recordset(coalesce(p_records, '[]')) n (record text, action text)
      where n.record = c.record and n.action = 'register'));
end $$;

create function claim.record_refusals(p jsonb, p_uses jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field,
      case when k.record is null then 'not_found' else 'in_use' end, jsonb_build_object('record', c.record)))
    from jsonb_to_recordset(p) c (i int, record text, action text, field text)
    left join lateral (select r.* from claim.record r where r.record = c.record offset 0) k on true
    where c.action = 'retire' and (k.record is null or k.used or exists (
      select from jsonb_to_recordset(coalesce(p_uses, '[]')) u (record text) where u.record = c.record)));
end $$;

-- All reasons for which a batch is refused, or null. Writes nothing.
create function claim.refusals(p jsonb, p_pending boolean) returns jsonb language plpgsql stable as $$
declare
  v jsonb := '[]';
begin
  if p ? 'unique' then v := v || coalesce(claim.unique_refusals(p -> 'unique'), '[]'); end if;
  if p ? 'level' then v := v || coalesce(claim.level_refusals(p -> 'level', p_pending), '[]'); end if;
  if p ? 'period' then v := v || coalesce(claim.period_refusals(p -> 'period', p -> 'period_change'), '[]'); end if;
  if p ? 'period_change' then v := v || coalesce(claim.period_change_refusals(p -> 'period_change'), '[]'); end if;
  if p ? 'use' then v := v || coalesce(claim.use_refusals(p -> 'use', p -> 'record'), '[]'); end if;
  if p ? 'record' then v := v || coalesce(claim.record_refusals(p -> 'record', p -> 'use'), '[]'); end if;
  return nullif(v, '[]');
end $$;

-- Claims that other commands can no longer make afterwards: names, records in use, closed records and periods.
create function claim.write_takes(p jsonb) returns void language plpgsql as $$
begin
  if p ? 'unique' then
    insert into claim.taken ("set", key, owner)
    select distinct c."set", c.key, c.owner from jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
    where c.action = 'take'
    on conflict ("set", key) do update set owner = excluded.owner where taken.owner <> excluded.owner;
  end if;
  perform claim.write_uses(p);
  perform claim.write_states(p, 'retire', 'closed');
end $$;

create function claim.write_uses(p jsonb) returns void language plpgsql as $$
begin
  if p ? 'use' then
    update claim.record k set used = true
    where not k.used and k.record = any (array(select c.record from jsonb_to_recordset(p -> 'use') c (record text)));
  end if;
end $$;

-- Claims that other commands can make afterwards: released names, levels, usable records, open periods.
create function claim.write_gives(p jsonb) returns void language plpgsql as $$
begin
  if p ? 'unique' then
    delete from claim.taken t
    using jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
    where c.action = 'release' and t."set" = c."set" and t.key = c.key and t.owner = c.owner and not exists (
      select from jsonb_to_recordset(p -> 'unique') k ("set" text, key text, owner text, action text)
      where k.action = 'take' and k."set" = t."set" and k.key = t.key and k.owner = t.owner);
  end if;
  perform claim.write_states(p, 'register', 'open');
  if p ? 'level' then perform claim.write_levels(p -> 'level'); end if;
end $$;

create function claim.write_states(p jsonb, p_action text, p_status text) returns void language plpgsql as $$
begin
  if p ? 'record' then
    insert into claim.record (record, active)
    select distinct c.record, p_action = 'register' from jsonb_to_recordset(p -> 'record') c (record text, action text)
    where c.action = p_action
    on conflict (record) do update set active = excluded.active;
  end if;
  if p ? 'period_change' then
    insert into claim.period (from_day, to_day, status)
    select distinct c."from", c."to", c.status from jsonb_to_recordset(p -> 'period_change') c ("from" date, "to" date, status text)
    where c.status = p_status
    on conflict (from_day) do update set status = excluded.status;
  end if;
end $$;

create function claim.write_levels(p jsonb) returns void language plpgsql as $$
begin
  with change as materialized (
    select c.key, c.day, sum(c.delta) as net from jsonb_to_recordset(p) c (key text, day date, delta numeric)
    group by c.key, c.day having sum(c.delta) <> 0
  ), days as (
    insert into claim.level_day (key, day, net) select key, day, net from change
    on conflict (key, day) do update set net = level_day.net + excluded.net
  )
  insert into claim.level (key, total, last_day) select key, sum(net), max(day) from change group by key
  on conflict (key) do update
    set total = level.total + excluded.total, last_day = greatest(level.last_day, excluded.last_day);
end $$;

-- The next numbers, formatted, in the order of the claims; one that came back goes before a new one.
create function claim.write_numbers(p jsonb) returns jsonb language plpgsql as $$
declare
  v_numbers jsonb := '[]';
  v bigint;
  r record;
begin
  for r in select * from jsonb_to_recordset(p) c (i int, series text, prefix text, width int) order by c.i loop
    delete from claim.freed f where f.series = r.series
      and f.value = (select min(m.value) from claim.freed m where m.series = r.series) returning f.value into v;
    if v is null then
      insert into claim.series as s (series, last) values (r.series, 1)
      on conflict (series) do update set last = s.last + 1 returning s.last into v;
    end if;
    v_numbers := v_numbers || to_jsonb(r.prefix || lpad(v::text, greatest(r.width, length(v::text)), '0'));
    v := null;
  end loop;
  return v_numbers;
end $$;

-- Checks the claims of a batch and keeps them: all refusals at once and nothing written, or the numbers given.
create function claim.apply(p jsonb, out refusals jsonb, out numbers jsonb) language plpgsql as $$
begin
  refusals := claim.refusals(p, false);
  if refusals is not null then return; end if;
  perform claim.write_gives(p);
  perform claim.write_takes(p);
  if p ? 'number' then numbers := claim.write_numbers(p -> 'number'); end if;
end $$;
