-- The time of what is in flight; null when nothing is.
create or replace function claim.time_in_flight() returns timestamptz language sql stable as $$
  select max(i.recorded_at) from claim.intent i where i.stuck is null
$$;
