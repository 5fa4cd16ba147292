-- What a decision read travels with its append and must still be so when it is stored (event-store/decision-read.ts,
-- docs/decisions/0045). The reads of a batch come with its claims, under "read".

-- The earliest day on which a command changed a level. Commands that were stored before have none: no decision that
-- is still to be stored was made on a read model so far behind.
alter table log.command add column first_day date;
create index command_position on log.command (position);

-- The last revision of each stream whose events are in KurrentDB, which cannot be asked within a transaction.
create table claim.stream (
  stream text collate "C" primary key,
  revision int not null
) with (fillfactor = 70);

create function claim.first_day(p jsonb) returns date language sql stable as $$
  select min(day) from (
    select c.day from jsonb_to_recordset(coalesce(p -> 'level', '[]')) c (day date)
    union all
    select c.at::date from jsonb_to_recordset(coalesce(p -> 'count', '[]')) c (at timestamp)) d
$$;

-- `digestOf` in event-store/decision-read.ts works out the same text.
create function claim.levels_digest(p_prefix text) returns text language sql stable as $$
  select md5(coalesce(string_agg(l.key || '=' || trim_scale(l.total)::text, ';' order by l.key), ''))
  from claim.level l where l.open and l.key ^@ p_prefix and l.key >= p_prefix and l.key < p_prefix || chr(127)
$$;

-- The last revision of a stream; null when it is not known.
create function claim.revision(p_stream text, p_in_log boolean) returns int language sql stable as $$
  select case when p_in_log
    then coalesce((select e.revision from log.event e where e.stream = p_stream order by e.revision desc limit 1), -1)
    else (select s.revision from claim.stream s where s.stream = p_stream) end
$$;

-- The first read that no longer holds, or null. `p_in_log`: the events are in log.event, not in KurrentDB. Of the
-- batches that are stored in the same call but not yet in the tables: the streams they write, and the earliest day
-- on which they change a level.
create function claim.moved(p jsonb, p_in_log boolean, p_streams text[], p_first_day date)
returns jsonb language plpgsql stable as $$
begin
  if p is null then return null; end if;
  return (
    select jsonb_strip_nulls(to_jsonb(r)) from jsonb_to_recordset(p) r ("of" text, key text, total numeric, prefix text, digest text,
      stream text, revision int, count int, "position" bigint, "to" date)
    where case r."of"
      when 'level' then coalesce((select l.total from claim.level l where l.key = r.key), 0) <> r.total
      when 'levels' then claim.levels_digest(r.prefix) <> r.digest
      when 'stream' then r.stream = any (p_streams)
        or coalesce(claim.revision(r.stream, p_in_log) <> r.revision, false)
      when 'records' then (select count(*) from claim.record k where k.record ^@ r.prefix) <> r.count
      when 'kind' then exists (select from unnest(p_streams) s (stream) where s.stream ^@ r.prefix)
        or exists (select from log.command c, json_array_elements_text(c.streams) s (stream)
          where c.position > r."position" and s.stream ^@ r.prefix)
      when 'books' then coalesce(p_first_day <= r."to", false)
        or exists (select from log.command c where c.position > r."position" and c.first_day <= r."to")
    end
    limit 1);
end $$;

-- True when a batch that is on its way to KurrentDB may change what this one read: only afterwards is it known.
create function claim.reads_pending(p jsonb) returns boolean language plpgsql stable as $$
begin
  if p is null then return false; end if;
  return exists (
    select from jsonb_to_recordset(p) r ("of" text, key text, prefix text, stream text, "to" date)
    where case r."of"
      when 'level' then exists (select from claim.pending_level w where w.key = r.key)
      when 'levels' then exists (select from claim.pending_level w where w.key ^@ r.prefix)
      when 'books' then exists (select from claim.pending_level w where w.day <= r."to")
      when 'stream' then exists (select from claim.intent_stream s where s.stream = r.stream)
      when 'kind' then exists (select from claim.intent_stream s where s.stream ^@ r.prefix)
      when 'records' then exists (
        select from claim.intent i, jsonb_to_recordset(i.claims -> 'record') c (record text) where c.record ^@ r.prefix)
    end);
end $$;

-- As in 0001 and 0014, with the reads of each batch checked before its claims, and the outcome `moved` (detail: the read).
create or replace function log.append(
  p_commands uuid[], p_digests text[], p_metas text[], p_claims text[], p_streams text[], p_revisions text[], p_counts int[],
  p_write_batch int[], p_write_stream text[], p_write_expected int[],
  p_event_batch int[], p_event_stream text[], p_event_revision int[], p_event_id uuid[], p_event_type text[],
  p_event_v int[], p_event_data text[], p_event_number int[]
) returns table (outcome text, "position" bigint, recorded_at timestamptz, detail json)
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_batches int := cardinality(p_commands);
  v_outcome text[] := array_fill('stored'::text, array[v_batches]);
  v_detail json[] := array_fill(null::json, array[v_batches]);
  -- Of a batch that is stored: what to add to the place of an event among the arguments to get its position.
  v_shift bigint[] := array_fill(null::bigint, array[v_batches]);
  v_last bigint[] := array_fill(null::bigint, array[v_batches]);
  v_head bigint;
  v_skipped bigint := 0;
  v_now timestamptz;
  v_claims jsonb;
  v_moved jsonb;
  -- Of each batch that is stored: the earliest day on which it changes a level.
  v_first_day date[] := array_fill(null::date, array[v_batches]);
  r record;
begin
  -- Before any read: what is read afterwards is what the last append left.
  perform pg_advisory_xact_lock(20, 1);

  for r in
    select array_position(p_commands, c.command_id) as i, c.* from log.command c where c.command_id = any (p_commands)
  loop
    v_outcome[r.i] := case when r.digest <> p_digests[r.i] then 'mismatch' else 'repeated' end;
    v_detail[r.i] := log.answer(r.position, r.revisions, r.numbers, r.recorded_at);
  end loop;

  for r in
    select p_write_batch[w] as batch, p_write_stream[w] as stream, p_write_expected[w] as expected, e.actual
    from generate_series(1, cardinality(p_write_stream)) w
    cross join lateral (
      select coalesce((select s.revision from log.event s where s.stream = p_write_stream[w] order by s.revision desc limit 1), -1)
    ) e (actual)
    where e.actual <> p_write_expected[w]
  loop
    if v_outcome[r.batch] = 'stored' then
      v_outcome[r.batch] := 'revision';
      v_detail[r.batch] := json_build_object('stream', r.stream, 'expected', r.expected, 'actual', r.actual);
    end if;
  end loop;

  -- The time never goes back, although clocks do.
  select e.position, e.recorded_at into v_head, v_now from log.event e order by e.position desc limit 1;
  v_head := coalesce(v_head, 0);
  v_now := greatest(v_now, date_trunc('milliseconds', log.clock()));
  for i in 1 .. v_batches loop
    v_claims := p_claims[i]::jsonb;
    if v_outcome[i] = 'stored' and v_claims ? 'read' then
      -- The batches before this one in the group are not in the tables yet.
      v_moved := claim.moved(v_claims -> 'read', true,
        array(select w.stream from unnest(p_write_batch, p_write_stream) w (batch, stream)
          where w.batch < i and v_outcome[w.batch] = 'stored'),
        (select min(d.day) from unnest(v_first_day[:i - 1]) d (day)));
      if v_moved is not null then
        v_outcome[i] := 'moved';
        v_detail[i] := v_moved;
      end if;
    end if;
    if v_outcome[i] = 'stored' and v_claims is not null then
      select a.refusals, a.numbers into r from claim.apply(v_claims) a;
      if r.refusals is not null then v_outcome[i] := 'refused'; end if;
      v_detail[i] := coalesce(r.refusals, r.numbers);
    end if;
    if v_outcome[i] = 'stored' then v_first_day[i] := claim.first_day(v_claims); end if;
    if v_outcome[i] = 'stored' then
      v_shift[i] := v_head - v_skipped;
      v_last[i] := p_counts[i] + coalesce(v_last[i - 1], v_head);
    else
      v_skipped := v_skipped + p_counts[i];
      v_last[i] := coalesce(v_last[i - 1], v_head);
    end if;
  end loop;

  if v_last[v_batches] > v_head then
    insert into log.event (position, id, stream, revision, type, v, data, meta, recorded_at)
    select v_shift[p_event_batch[e]] + e, p_event_id[e], p_event_stream[e], p_event_revision[e], p_event_type[e],
      p_event_v[e],
      case when p_event_number[e] is null then p_event_data[e]
        else log.with_number(p_event_data[e], v_detail[p_event_batch[e]] ->> p_event_number[e]) end::json,
      p_metas[p_event_batch[e]]::json, v_now
    from generate_series(1, cardinality(p_event_id)) e
    where v_shift[p_event_batch[e]] is not null;

    insert into log.command (command_id, digest, position, streams, revisions, numbers, recorded_at, first_day)
    select p_commands[b], p_digests[b], v_last[b], p_streams[b]::json, p_revisions[b]::json, coalesce(v_detail[b], '[]'),
      v_now, v_first_day[b]
    from generate_series(1, v_batches) b where v_shift[b] is not null;
  end if;

  recorded_at := v_now;
  for i in 1 .. v_batches loop
    outcome := v_outcome[i];
    position := v_last[i];
    detail := v_detail[i];
    return next;
  end loop;
end $$;

-- As in 0007, with the outcome `moved` (detail: the read). A batch that reads what another is about to change waits for it.
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
    or claim.meets_count(p_claims) or claim.reads_pending(p_claims -> 'read') then
    outcome := 'busy';
    return;
  end if;

  detail := claim.moved(p_claims -> 'read', false, '{}', null);
  if detail is not null then
    outcome := 'moved';
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

-- As in 0006, and keeps the revisions of the streams.
create or replace function claim.settle(
  p_command uuid, p_position bigint, p_streams json, p_revisions json, p_recorded_at timestamptz,
  out repeated boolean, out answer json
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_intent claim.intent;
begin
  perform pg_advisory_xact_lock(20, 2);
  v_intent := claim.take_intent(p_command);
  repeated := v_intent.command_id is null;
  if not repeated then
    perform claim.write_gives(v_intent.claims);
    perform claim.write_uses(v_intent.claims);
    insert into log.command (command_id, digest, position, streams, revisions, numbers, recorded_at, first_day)
    values (p_command, v_intent.digest, p_position, p_streams, p_revisions, v_intent.numbers, p_recorded_at,
      claim.first_day(v_intent.claims));
    insert into claim.stream (stream, revision)
    select s.stream, r.revision::int
    from json_array_elements_text(p_streams) with ordinality s (stream, place)
    join json_array_elements_text(p_revisions) with ordinality r (revision, place) using (place)
    on conflict (stream) do update set revision = greatest(stream.revision, excluded.revision);
  end if;
  select log.answer(c.position, c.revisions, c.numbers, c.recorded_at) into answer
  from log.command c where c.command_id = p_command;
end $$;
