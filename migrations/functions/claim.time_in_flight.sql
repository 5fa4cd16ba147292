-- The latest reservation time of the intents in flight (reserved, not settled, not stuck); null if there is none.
create or replace function claim.time_in_flight() returns timestamptz language sql stable as $$
  select max(i.recorded_at) from claim.intent i where i.stuck is null
$$;
