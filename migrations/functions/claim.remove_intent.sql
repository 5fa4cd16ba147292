-- Removes an intent and its pending changes, and returns it; all null when it was already settled or released.
create or replace function claim.remove_intent(p_command uuid) returns claim.intent language plpgsql as $$
declare
  v_intent claim.intent;
begin
  delete from claim.intent where command_id = p_command returning * into v_intent;
  delete from claim.pending_level where command_id = p_command;
  delete from claim.pending_day where command_id = p_command;
  return v_intent;
end $$;
