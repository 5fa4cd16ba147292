-- Takes over a stuck intent: assigns a new time, and records who did it and why. The caller sends its remaining batch
-- to the current ends of its streams; if that fails, the intent becomes stuck again.
create or replace function claim.resolve_stuck(p_command uuid, p_by text, p_reason text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  insert into claim.resolution (command_id, resolved_by, reason, batch, cause)
  select i.command_id, p_by, p_reason, i.batch, i.stuck from claim.intent i where i.command_id = p_command and i.stuck is not null;
  if not found then return false; end if;
  update claim.intent i set recorded_at = claim.next_time(), stuck = null where i.command_id = p_command;
  return true;
end $$;
