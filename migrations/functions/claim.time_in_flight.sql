-- The reservation time of the intents in flight; null without any.
create or replace function claim.time_in_flight() returns timestamptz language sql stable as $$
  select max(i.recorded_at) from claim.intent i where i.stuck is null
$$;
