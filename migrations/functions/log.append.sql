-- Appends a group of batches in one round trip and one commit. Batch i is p_commands[i]; writes and events name their
-- batch, events in the order of their positions. The caller must not put two batches of one command or one stream into
-- a group; otherwise the unique keys refuse the whole group. All checks of a batch precede its first write, so a
-- refused batch needs no savepoint; its reads are checked before its claims; claims are applied batch after batch, so
-- each sees the earlier ones.
--
-- Plans are made when the tables are empty and kept while they grow, so full table scans are disabled; where the
-- planner could still join with one, a lateral `offset 0` forces a look-up by key.
--
-- Returns a row for each batch, in order: outcome `stored` (detail: numbers), `repeated` (detail: the stored answer),
-- `mismatch`, `revision` (detail: stream, expected, actual), `moved` (detail: the read) or `refused` (detail:
-- refusals).
create or replace function log.append(
  p_commands uuid[], p_digests text[], p_metas text[], p_claims text[], p_streams text[], p_revisions text[], p_counts int[],
  p_write_batch int[], p_write_stream text[], p_write_expected int[],
  p_event_batch int[], p_event_stream text[], p_event_revision int[], p_event_id uuid[], p_event_type text[],
  p_event_v int[], p_event_data text[], p_event_number int[]
) returns table (outcome text, "position" bigint, recorded_at timestamptz, detail json)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_batches int := cardinality(p_commands);
  v_outcome text[] := array_fill('stored'::text, array[v_batches]);
  v_detail json[] := array_fill(null::json, array[v_batches]);
  -- For each stored batch: position of an event less its index among the arguments.
  v_shift bigint[] := array_fill(null::bigint, array[v_batches]);
  v_last bigint[] := array_fill(null::bigint, array[v_batches]);
  v_head bigint;
  v_skipped bigint := 0;
  v_now timestamptz;
  v_claims jsonb;
  v_moved jsonb;
  -- For each stored batch: the earliest day on which it changes a level.
  v_first_day date[] := array_fill(null::date, array[v_batches]);
  r record;
begin
  -- Taken before any read, so that reads see the result of the last append.
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

  -- The time never decreases, although clocks may.
  select e.position, e.recorded_at into v_head, v_now from log.event e order by e.position desc limit 1;
  v_head := coalesce(v_head, 0);
  v_now := greatest(v_now, date_trunc('milliseconds', log.clock()));
  for i in 1 .. v_batches loop
    v_claims := p_claims[i]::jsonb;
    if v_outcome[i] = 'stored' and v_claims ? 'read' then
      -- Earlier batches of the group are not in the tables yet.
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
