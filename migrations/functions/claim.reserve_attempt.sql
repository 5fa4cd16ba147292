-- Like claim.reserve, but also returns the intent: the new one, or that of an earlier attempt with an unknown outcome
-- (`pending`), whose batch must be sent again. Outcome `busy` also when the log's time has not advanced.
create or replace function claim.reserve_attempt(
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
