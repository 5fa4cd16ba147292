-- The log: every fact that Daftar keeps, in one order. Positions have no gaps, are given under one lock and
-- become visible in the order in which they were given, so a reader that has seen P has seen all before it.

create schema log;

-- `data` and `meta` are json and not jsonb: they keep the exact text, which is what is sealed and verified.
create table log.event (
  position bigint primary key,
  id uuid not null unique,
  stream text collate "C" not null,
  revision int not null check (revision >= 0),
  type text not null,
  v int not null,
  data json not null,
  meta json not null,
  recorded_at timestamptz not null,
  unique (stream, revision)
);

-- One row: the last position, and the last moment, which never goes back although clocks do.
create table log.head (
  one boolean primary key default true check (one),
  position bigint not null,
  recorded_at timestamptz not null
);
insert into log.head (position, recorded_at) values (0, 'epoch');

-- The answer that was given to a command, written with its events: the same command gets the same answer.
create table log.command (
  command_id uuid primary key,
  digest text,
  position bigint not null,
  streams text[] not null,
  revisions int[] not null,
  numbers text[] not null,
  recorded_at timestamptz not null
);

create function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are never changed or removed (% on %.%)', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger event_is_forever before update or delete or truncate on log.event
  for each statement execute function log.refuse_change();

-- The event's text with its document number as the last field. The adapter takes any `number` of the caller
-- out before it sends the text, so the field is there once.
create function log.with_number(p_data text, p_number text) returns text language sql immutable as $$
  select left(p_data, -1) || case when p_data = '{}' then '' else ',' end || '"number":' || to_json(p_number)::text || '}'
$$;

-- Appends a group of batches in one round trip and one commit. Batch i is p_commands[i]; writes and events
-- name their batch, events in the order in which they get their positions. The caller puts no two batches of
-- one command or one stream into a group; if it does, the unique keys refuse the whole group.
--
-- All checks of a batch come before its first write, so a refused batch leaves nothing and needs no
-- savepoint; claims are applied batch after batch, so each sees what those before it took.
--
-- Gives a row per batch, in order: outcome `stored` (detail: numbers), `repeated` (detail: the stored
-- answer), `mismatch`, `revision` (detail: stream, expected, actual) or `refused` (detail: refusals).
create function log.append(
  p_commands uuid[], p_digests text[], p_metas text[], p_claims text[], p_counts int[],
  p_write_batch int[], p_write_stream text[], p_write_expected int[], p_write_last int[],
  p_event_batch int[], p_event_stream text[], p_event_revision int[], p_event_id uuid[], p_event_type text[],
  p_event_v int[], p_event_data text[], p_event_number int[]
) returns table (outcome text, "position" bigint, recorded_at timestamptz, detail json)
language plpgsql as $$
#variable_conflict use_column
declare
  v_outcome text[] := array_fill('stored'::text, array[cardinality(p_commands)]);
  v_detail json[] := array_fill(null::json, array[cardinality(p_commands)]);
  v_head bigint;
  v_stored bigint;
  v_now timestamptz;
  r record;
begin
  -- Before any read: what is read afterwards is what the last append left.
  perform pg_advisory_xact_lock(20, 1);

  for r in
    select b.i, c.* from unnest(p_commands) with ordinality b (command_id, i) join log.command c using (command_id)
  loop
    if r.digest <> p_digests[r.i] then
      v_outcome[r.i] := 'mismatch';
    else
      v_outcome[r.i] := 'repeated';
      v_detail[r.i] := log.answer(r.position, r.revisions, r.numbers, r.recorded_at);
    end if;
  end loop;

  for r in
    select w.batch, w.stream, w.expected, coalesce(last.revision, -1) as actual
    from unnest(p_write_batch, p_write_stream, p_write_expected) w (batch, stream, expected)
    left join lateral
      (select e.revision from log.event e where e.stream = w.stream order by e.revision desc limit 1) last on true
    where coalesce(last.revision, -1) <> w.expected
  loop
    if v_outcome[r.batch] = 'stored' then
      v_outcome[r.batch] := 'revision';
      v_detail[r.batch] := json_build_object('stream', r.stream, 'expected', r.expected, 'actual', r.actual);
    end if;
  end loop;

  for i in 1 .. cardinality(p_commands) loop
    if p_claims[i] is not null and v_outcome[i] = 'stored' then
      select a.refusals, a.numbers into r from claim.apply(p_claims[i]::jsonb) a;
      v_detail[i] := coalesce(r.refusals, r.numbers)::json;
      if r.refusals is not null then v_outcome[i] := 'refused'; end if;
    end if;
  end loop;

  select h.position, greatest(h.recorded_at, date_trunc('milliseconds', clock_timestamp())) into v_head, v_now
  from log.head h;
  v_stored := log.insert_events(v_head, v_now, v_outcome, v_detail, p_metas, p_event_batch, p_event_stream,
    p_event_revision, p_event_id, p_event_type, p_event_v, p_event_data, p_event_number);

  if v_stored > 0 then
    insert into log.command (command_id, digest, position, streams, revisions, numbers, recorded_at)
    select b.command_id, b.digest, b.position, w.streams, w.revisions,
      coalesce(array(select json_array_elements_text(v_detail[b.i])), '{}'), v_now
    from (
      select c.*, v_head + sum(c.count) filter (where v_outcome[c.i] = 'stored') over (order by c.i) as position
      from unnest(p_commands, p_digests, p_counts) with ordinality c (command_id, digest, count, i)
    ) b
    join (
      select w.batch, array_agg(w.stream order by w.n) as streams, array_agg(w.last order by w.n) as revisions
      from unnest(p_write_batch, p_write_stream, p_write_last) with ordinality w (batch, stream, last, n)
      group by w.batch
    ) w on w.batch = b.i
    where v_outcome[b.i] = 'stored';
    update log.head set position = v_head + v_stored, recorded_at = v_now;
    perform pg_notify('daftar_log', (v_head + v_stored)::text);
  end if;

  return query
    select v_outcome[c.i],
      v_head + sum(c.count) filter (where v_outcome[c.i] = 'stored') over (order by c.i), v_now, v_detail[c.i]
    from unnest(p_counts) with ordinality c (count, i)
    order by c.i;
end $$;

create function log.answer(p_position bigint, p_revisions int[], p_numbers text[], p_recorded_at timestamptz)
returns json language sql stable as $$
  select json_build_object('position', p_position::text, 'revisions', p_revisions, 'numbers', p_numbers,
    'recorded_at', to_char(p_recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;

-- The rows of the batches whose outcome is `stored`; gives how many they are.
create function log.insert_events(
  p_head bigint, p_now timestamptz, p_outcome text[], p_numbers json[], p_metas text[],
  p_batch int[], p_stream text[], p_revision int[], p_id uuid[], p_type text[], p_v int[], p_data text[], p_number int[]
) returns bigint language plpgsql as $$
declare
  v_count bigint;
begin
  insert into log.event (position, id, stream, revision, type, v, data, meta, recorded_at)
  select p_head + row_number() over (order by e.n), e.id, e.stream, e.revision, e.type, e.v,
    case when e.number is null then e.data else log.with_number(e.data, p_numbers[e.batch] ->> e.number) end::json,
    p_metas[e.batch]::json, p_now
  from unnest(p_batch, p_stream, p_revision, p_id, p_type, p_v, p_data, p_number) with ordinality
    e (batch, stream, revision, id, type, v, data, number, n)
  where p_outcome[e.batch] = 'stored';
  get diagnostics v_count = row_count;
  return v_count;
end $$;
