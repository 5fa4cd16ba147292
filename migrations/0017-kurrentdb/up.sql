-- Appends to KurrentDB: when an event was recorded, and whose intent it is (docs/decisions/0049).
--
-- The time of an event is given with its reservation and written into its metadata, because the clock of the server may
-- be wrong or go back. It never goes back along the log: appends that are in flight side by side reach the log in any
-- order, so all of them carry one time. When they have carried it for a tenth of a second, the next reservation waits
-- until they are settled; after a second of waiting (the outcome of one is not known) it takes their time as well.
--
-- `attempt` tells one reservation of a command from a later one, after the first was released. An intent with `stuck` is
-- stored in part and nothing more of it can be appended: a person resolves it (`npm run doctor -- resolve`).

alter table claim.intent
  add column attempt bigint generated always as identity,
  add column recorded_at timestamptz,
  add column stuck text;

-- The latest time that was given, and the position of the last event that was settled. One row.
create table claim.clock (
  is_only boolean primary key default true check (is_only),
  recorded_at timestamptz not null,
  position bigint not null
);
insert into claim.clock (recorded_at, position)
select coalesce(max(recorded_at), '-infinity'), coalesce(max(position), 0) from log.command;
update claim.intent set recorded_at = greatest((select recorded_at from claim.clock), date_trunc('milliseconds', log.clock()));

-- Intents that a person resolved: what was done with them, by whom and why.
create table claim.resolution (
  command_id uuid not null,
  resolved_at timestamptz not null default clock_timestamp(),
  resolved_by text not null,
  reason text not null,
  batch json not null,
  cause text not null
);

-- The time of what is in flight; null when nothing is.
create function claim.time_in_flight() returns timestamptz language sql stable as $$
  select max(i.recorded_at) from claim.intent i where i.stuck is null
$$;

-- The time for what is reserved now.
create function claim.next_time() returns timestamptz language plpgsql as $$
declare
  v_time timestamptz;
begin
  update claim.clock c
  set recorded_at = greatest(c.recorded_at, coalesce(claim.time_in_flight(), date_trunc('milliseconds', log.clock())))
  returning c.recorded_at into v_time;
  return v_time;
end $$;

-- As claim.reserve, with the intent: the batch that was reserved now, or one of an earlier attempt with an unknown
-- outcome (`pending`), which must be sent again. Outcome `busy` also until the time of the log has advanced.
create function claim.reserve_attempt(
  p_command uuid, p_digest text, p_streams text[], p_batch json, p_claims jsonb,
  out outcome text, out detail json, out batch json, out recorded_at timestamptz, out attempt bigint
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(20, 2);
  if date_trunc('milliseconds', log.clock()) > claim.time_in_flight() + interval '100 milliseconds'
    and not exists (select from claim.intent i where i.stuck is null and i.created_at < clock_timestamp() - interval '1 second')
    and not exists (select from claim.intent i where i.command_id = p_command)
    and not exists (select from log.command c where c.command_id = p_command) then
    outcome := 'busy';
    return;
  end if;

  select r.outcome, r.detail into outcome, detail from claim.reserve(p_command, p_digest, p_streams, p_batch, p_claims) r;
  if outcome = 'reserved' then
    update claim.intent i set recorded_at = claim.next_time() where i.command_id = p_command;
  end if;
  if outcome in ('reserved', 'pending') then
    select i.batch, i.recorded_at, i.attempt, case when i.stuck is null then outcome else 'stuck' end
    into batch, recorded_at, attempt, outcome from claim.intent i where i.command_id = p_command;
  end if;
end $$;

-- As claim.settle, of this attempt.
create function claim.settle_attempt(
  p_command uuid, p_attempt bigint, p_position bigint, p_streams json, p_revisions json, p_recorded_at timestamptz,
  out answer json
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  if exists (select from claim.intent i where i.command_id = p_command and i.attempt = p_attempt) then
    select s.answer into answer from claim.settle(p_command, p_position, p_streams, p_revisions, p_recorded_at) s;
    update claim.clock c set position = p_position where c.position < p_position;
  else
    select log.answer(c.position, c.revisions, c.numbers, c.recorded_at) into answer
    from log.command c where c.command_id = p_command;
  end if;
end $$;

-- As claim.release, of this attempt: another may have reserved for the same command since.
create function claim.release_attempt(p_command uuid, p_attempt bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  if exists (select from claim.intent i where i.command_id = p_command and i.attempt = p_attempt) then
    perform claim.release(p_command);
  end if;
end $$;

-- Continues an intent that is stuck: sets its time like that of a new one, and records who did so and why. Its remaining
-- events are then appended at the present revisions of their streams; if that fails, the intent is stuck again.
create function claim.resolve_stuck(p_command uuid, p_by text, p_reason text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  insert into claim.resolution (command_id, resolved_by, reason, batch, cause)
  select i.command_id, p_by, p_reason, i.batch, i.stuck from claim.intent i where i.command_id = p_command and i.stuck is not null;
  if not found then return false; end if;
  update claim.intent i set recorded_at = claim.next_time(), stuck = null where i.command_id = p_command;
  return true;
end $$;

-- Claims of commands that are in the log, in their order, written again without being asked: nothing of them can be refused.
create function claim.replay(p_claims text[]) returns void
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_text text;
begin
  foreach v_text in array p_claims loop
    perform claim.write_gives(v_text::jsonb);
    perform claim.write_takes(v_text::jsonb);
  end loop;
end $$;

-- Several reservations, and several settlements, in one commit; rows in the order of the arguments.
create function claim.reserve_group(
  p_commands uuid[], p_digests text[], p_streams json[], p_batches json[], p_claims jsonb[]
) returns table (outcome text, detail json, batch json, recorded_at timestamptz, attempt bigint)
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  for i in 1 .. cardinality(p_commands) loop
    return query select r.* from claim.reserve_attempt(p_commands[i], p_digests[i],
      array(select json_array_elements_text(p_streams[i])), p_batches[i], p_claims[i]) r;
  end loop;
end $$;

create function claim.settle_group(
  p_commands uuid[], p_attempts bigint[], p_positions bigint[], p_streams json[], p_revisions json[], p_times timestamptz[]
) returns setof json language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  for i in 1 .. cardinality(p_commands) loop
    return query select claim.settle_attempt(p_commands[i], p_attempts[i], p_positions[i], p_streams[i], p_revisions[i], p_times[i]);
  end loop;
end $$;
