-- claim.release for one attempt: a later attempt of the same command may hold a reservation.
create or replace function claim.release_attempt(p_command uuid, p_attempt bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  if exists (select from claim.intent i where i.command_id = p_command and i.attempt = p_attempt) then
    perform claim.release(p_command);
  end if;
end $$;
