-- The latest time that was given to an event, null before the first, and the time of the server. The former never goes back,
-- so after a start with a clock that was ahead it is later than the latter (docs/decisions/0132).
create or replace function log.last_time(out last timestamptz, out server timestamptz)
language sql volatile as $$
  select greatest((select e.recorded_at from log.event e order by e.position desc limit 1),
    (select nullif(c.recorded_at, '-infinity') from claim.clock c)), clock_timestamp()
$$;
