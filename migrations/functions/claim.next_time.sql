-- The reservation time of a new intent: the time of the log, or that of the intents in flight; never earlier than the last one.
create or replace function claim.next_time() returns timestamptz language plpgsql as $$
declare
  v_time timestamptz;
begin
  update claim.clock c
  set recorded_at = greatest(c.recorded_at, coalesce(claim.time_in_flight(), date_trunc('milliseconds', log.clock())))
  returning c.recorded_at into v_time;
  return v_time;
end $$;
