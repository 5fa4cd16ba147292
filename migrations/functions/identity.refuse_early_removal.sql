-- Trigger: attempts to sign in and sessions cannot be removed for 180 days, and a session does not begin again after its end.
create or replace function identity.refuse_early_removal() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
begin
  if tg_op = 'UPDATE' then
    if was ->> 'ended_at' is not null and to_jsonb(new) ->> 'ended_at' is null then
      raise exception 'a session that has ended does not begin again';
    end if;
    return new;
  end if;
  if coalesce(was ->> 'at', was ->> 'started_at')::timestamptz > now() - interval '180 days' then
    raise exception 'attempts to sign in and sessions are kept for 180 days';
  end if;
  return old;
end $$;
