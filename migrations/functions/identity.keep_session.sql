-- Trigger: a session is not removed for 180 days, and does not begin again after its end.
create or replace function identity.keep_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.started_at > now() - interval '180 days' then
      raise exception 'sessions are kept for 180 days';
    end if;
    return old;
  end if;
  if old.ended_at is not null and new.ended_at is null then
    raise exception 'a session that has ended does not begin again';
  end if;
  return new;
end $$;
