-- Counts: what was counted is what is there (docs/decisions/0009). A level that is counted is known by the moment, and
-- a count keeps the level just after it: its difference is worked out when it is claimed, and whatever changes the
-- level before it later changes that difference by as much. So days and totals stay sums, and no reader of levels has
-- to know of counts.

create table claim.level_moment (
  key text collate "C" not null,
  at timestamp not null,
  net numeric not null,
  primary key (key, at)
) with (fillfactor = 70);
-- What was claimed before moments were kept counts from the beginning of its day.
insert into claim.level_moment (key, at, net) select key, day, net from claim.level_day where key like 'stock:%';

create table claim.count (
  key text collate "C" not null,
  at timestamp not null,
  real numeric not null,
  primary key (key, at)
);

-- The level just before a moment: the total, less everything from there on.
create function claim.level_before(p_key text, p_at timestamp) returns numeric language sql stable as $$
  select coalesce((select l.total from claim.level l where l.key = p_key), 0)
    - coalesce((select sum(d.net) from claim.level_day d where d.key = p_key and d.day > p_at::date), 0)
    - coalesce((select sum(m.net) from claim.level_moment m
        where m.key = p_key and m.at >= p_at and m.at < p_at::date + 1), 0)
$$;

-- The claims of a batch as plain changes of levels: its own, the differences of its counts, and what each of them
-- changes at the next count after it. A batch has changes of a level or its count, never both.
create function claim.changes(p jsonb) returns jsonb language plpgsql stable as $$
begin
  if not p ? 'count' and not exists (
    select from jsonb_to_recordset(p -> 'level') c (key text, day date, at timestamp)
    join claim.count k on k.key = c.key and k.at > coalesce(c.at, c.day)
  ) then
    return p -> 'level';
  end if;
  return (
    with own as materialized (
      select c.i, c.key, c.day, coalesce(c.at, c.day) as at, c.at is not null as is_kept, c.delta, c.floor, c.ceiling,
        c.field, c.message
      from jsonb_to_recordset(coalesce(p -> 'level', '[]')) c (i int, key text, day date, at timestamp, delta numeric,
        floor numeric, ceiling numeric, field text, message text)
      union all
      select c.i, c.key, c.at::date, c.at, true,
        coalesce(c.real - claim.level_before(c.key, c.at),
          -(select m.net from claim.level_moment m where m.key = c.key and m.at = c.at), 0),
        c.floor, null, c.field, c.message
      from jsonb_to_recordset(coalesce(p -> 'count', '[]')) c (i int, key text, at timestamp, real numeric,
        floor numeric, field text, message text)
      where c.real is null or not exists (select from claim.count k where k.key = c.key and k.at = c.at)
    ), change as (
      select i, key, day, case when is_kept then at end as at, delta, floor, ceiling, field, message from own
      union all
      select o.i, o.key, k.at::date, k.at, -o.delta, null, null, null, null
      from own o cross join lateral (
        select n.at from claim.count n where n.key = o.key and n.at > o.at order by n.at limit 1) k
    )
    select jsonb_agg(to_jsonb(change)) from change);
end $$;

-- Two counts of one moment contradict each other, whatever they say.
create function claim.count_refusals(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field, 'counted_already',
      jsonb_build_object('key', c.key, 'day', c.at::date::text)))
    from jsonb_to_recordset(p) c (i int, key text, at timestamp, real numeric, field text)
    join claim.count k on k.key = c.key and k.at = c.at
    where c.real is not null);
end $$;

-- As in 0002, but a change that cuts into two periods names the first of them: one refusal for a claim.
create or replace function claim.period_change_refusals(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(o.refusal) from (
      select distinct on (c.i) claim.refusal(c.i, c.field, 'period_overlaps',
        jsonb_build_object('from', k.from_day::text, 'to', k.to_day::text)) as refusal
      from jsonb_to_recordset(p) c (i int, "from" date, "to" date, field text)
      join claim.period k on k.from_day <= c."to" and k.to_day >= c."from"
      where (k.from_day, k.to_day) <> (c."from", c."to")
      order by c.i, k.from_day) o);
end $$;

create or replace function claim.refusals(p jsonb, p_pending boolean) returns jsonb language plpgsql stable as $$
declare
  v jsonb := '[]';
begin
  if p ? 'unique' then v := v || coalesce(claim.unique_refusals(p -> 'unique'), '[]'); end if;
  if p ? 'level' or p ? 'count' then
    v := v || coalesce(claim.level_refusals(claim.changes(p), p_pending), '[]');
  end if;
  if p ? 'count' then v := v || coalesce(claim.count_refusals(p -> 'count'), '[]'); end if;
  if p ? 'period' then v := v || coalesce(claim.period_refusals(p -> 'period', p -> 'period_change'), '[]'); end if;
  if p ? 'period_change' then v := v || coalesce(claim.period_change_refusals(p -> 'period_change'), '[]'); end if;
  if p ? 'use' then v := v || coalesce(claim.use_refusals(p -> 'use', p -> 'record'), '[]'); end if;
  if p ? 'record' then v := v || coalesce(claim.record_refusals(p -> 'record', p -> 'use'), '[]'); end if;
  return nullif(v, '[]');
end $$;

create or replace function claim.write_gives(p jsonb) returns void language plpgsql as $$
begin
  if p ? 'unique' then
    delete from claim.taken t
    using jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
    where c.action = 'release' and t."set" = c."set" and t.key = c.key and t.owner = c.owner and not exists (
      select from jsonb_to_recordset(p -> 'unique') k ("set" text, key text, owner text, action text)
      where k.action = 'take' and k."set" = t."set" and k.key = t.key and k.owner = t.owner);
  end if;
  perform claim.write_states(p, 'register', 'open');
  if p ? 'level' or p ? 'count' then perform claim.write_levels(claim.changes(p)); end if;
  if p ? 'count' then perform claim.write_counts(p -> 'count'); end if;
end $$;

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

create function claim.write_counts(p jsonb) returns void language plpgsql as $$
begin
  delete from claim.count k using jsonb_to_recordset(p) c (key text, at timestamp, real numeric)
  where c.real is null and k.key = c.key and k.at = c.at;
  insert into claim.count (key, at, real)
  select c.key, c.at, c.real from jsonb_to_recordset(p) c (key text, at timestamp, real numeric) where c.real is not null;
end $$;

-- A count that is pending has a difference that nothing else may change until it is settled, and it may only be
-- reckoned when nothing else is pending: a batch that meets one waits.
alter table claim.pending_level add column is_count boolean not null default false;

create or replace function claim.reserve(
  p_command uuid, p_digest text, p_streams text[], p_batch json, p_claims jsonb, out outcome text, out detail json
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_known record;
  v_refusals jsonb;
  v_undo jsonb;
  v_numbers jsonb := '[]';
begin
  perform pg_advisory_xact_lock(20, 2);

  select c.digest, log.answer(c.position, c.revisions, c.numbers, c.recorded_at) as answer, 'repeated' as found
  into v_known from log.command c where c.command_id = p_command
  union all
  select i.digest, i.numbers, 'pending' from claim.intent i where i.command_id = p_command;
  if v_known.found is not null then
    outcome := case when v_known.digest <> p_digest then 'mismatch' else v_known.found end;
    detail := v_known.answer;
    return;
  end if;

  if exists (select from claim.intent_stream s where s.stream = any (p_streams))
    or exists (select from claim.pending_day d join jsonb_to_recordset(coalesce(p_claims -> 'period_change', '[]'))
      c ("from" date, "to" date, status text) on c.status = 'closed' and d.day between c."from" and c."to")
    or claim.meets_count(p_claims) then
    outcome := 'busy';
    return;
  end if;

  v_refusals := claim.refusals(p_claims, true);
  if v_refusals is not null then
    outcome := 'refused';
    detail := v_refusals;
    return;
  end if;

  v_undo := claim.undo_of(p_claims);
  perform claim.write_takes(p_claims);
  if p_claims ? 'number' then v_numbers := claim.write_numbers(p_claims -> 'number'); end if;
  insert into claim.intent (command_id, digest, batch, claims, numbers, undo)
  values (p_command, p_digest, p_batch, p_claims, v_numbers, v_undo);
  insert into claim.intent_stream (stream, command_id) select unnest(p_streams), p_command;
  insert into claim.pending_level (command_id, key, day, delta, is_count)
  select p_command, c.key, c.day, sum(c.delta), n.key is not null
  from jsonb_to_recordset(coalesce(claim.changes(p_claims), '[]')) c (key text, day date, delta numeric)
  left join (select distinct k.key from jsonb_to_recordset(coalesce(p_claims -> 'count', '[]')) k (key text)) n using (key)
  group by c.key, c.day, n.key;
  insert into claim.pending_day (command_id, day)
  select p_command, c.day from jsonb_to_recordset(coalesce(p_claims -> 'period', '[]')) c (day date);
  outcome := 'reserved';
  detail := v_numbers;
end $$;

create function claim.meets_count(p jsonb) returns boolean language plpgsql stable as $$
begin
  return (p ? 'count' and exists (
      select from jsonb_to_recordset(p -> 'count') c (key text) join claim.pending_level w on w.key = c.key))
    or (p ? 'level' and exists (
      select from jsonb_to_recordset(p -> 'level') c (key text) join claim.pending_level w on w.key = c.key and w.is_count));
end $$;
