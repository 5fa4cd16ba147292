-- The positions of the read models of the readers. `head` is the position of the last event stored in this database.
-- `waits` is the number of seconds since the first event was stored that a model has not folded (null when there is none,
-- negative while the time of the log is ahead of the clock); `stands` the number of seconds since the model last moved.
create or replace function log.model_ages()
returns table (model text, status text, "position" bigint, head bigint, waits double precision, stands double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.model, k.status, k.position, h.head,
    extract(epoch from clock_timestamp() - coalesce(
      (select e.recorded_at from log.event e where e.position > k.position order by e.position limit 1),
      (select c.recorded_at from log.command c where c.position > k.position order by c.position limit 1)))::float,
    extract(epoch from clock_timestamp() - k.updated_at)::float
  from projection.checkpoint k join projection.build b on b.schema = k.schema and b.status = 'current',
    (select coalesce(greatest((select max(e.position) from log.event e), (select max(c.position) from log.command c),
      (select c.position from claim.clock c)), 0) as head) h
$$;
