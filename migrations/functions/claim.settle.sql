-- Stores the answer of a command whose events are in KurrentDB, and the revisions of its streams. Returns the answer,
-- and whether another caller had settled the intent before.
create or replace function claim.settle(
  p_command uuid, p_position bigint, p_streams json, p_revisions json, p_recorded_at timestamptz,
  out repeated boolean, out answer json
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_intent claim.intent;
begin
  perform pg_advisory_xact_lock(20, 2);
  v_intent := claim.remove_intent(p_command);
  repeated := v_intent.command_id is null;
  if not repeated then
    perform claim.apply_releases(v_intent.claims, claim.changes(v_intent.claims));
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
