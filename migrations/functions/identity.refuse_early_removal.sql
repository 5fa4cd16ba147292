-- Trigger: attempts to sign in cannot be removed for 180 days.
create or replace function identity.refuse_early_removal() returns trigger language plpgsql as $$
begin
  if old.at > now() - interval '180 days' then
    raise exception 'attempts to sign in are kept for 180 days';
  end if;
  return old;
end $$;
