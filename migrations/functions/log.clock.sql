-- The recording time of the log: the server's clock. A session of the owner of the log may set another in
-- `daftar.recorded_at` (event-store/claims/stated-time.ts), as a demonstration does. The setting of a runtime role is
-- ignored: `session_user` remains the role that logged in, also within functions that have the rights of their owner.
create or replace function log.clock() returns timestamptz language plpgsql volatile as $$
declare
  v_stated text := current_setting('daftar.recorded_at', true);
begin
  if v_stated <> '' and pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = 'log.event'::regclass), 'member') then
    return v_stated::timestamptz;
  end if;
  return clock_timestamp();
end $$;
