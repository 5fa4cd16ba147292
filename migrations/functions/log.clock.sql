-- The time at which the log records: the server's. A session of the owner of the log may state another in the setting
-- `daftar.recorded_at` (event-store/claims/stated-time.ts), as a demonstration does. A role of run time may set it too, and is
-- not believed: `session_user` remains the role that logged in, within functions that have the rights of their owner too.
create or replace function log.clock() returns timestamptz language plpgsql volatile as $$
declare
  v_stated text := current_setting('daftar.recorded_at', true);
begin
  if v_stated <> '' and pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = 'log.event'::regclass), 'member') then
    return v_stated::timestamptz;
  end if;
  return clock_timestamp();
end $$;
