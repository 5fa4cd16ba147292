-- The log as this database last saw it: a row for the claims (`claims`) and one for the build that readers use (its schema).
-- Identity, position and digest are those of log.see, null before the first; `last` is the position of the last event
-- that the holder has taken, which may be later. Commands are answered, and checkpoints written, before log.see.
create or replace function log.seen()
returns table (holder text, identity text, "position" bigint, digest text, last bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select 'claims', s.identity, s.position, s.digest,
    coalesce(greatest(s.position, (select c.position from claim.clock c), (select max(c.position) from log.command c)), 0)
  from (values (true)) one left join claim.log_seen s on true
  union all
  select b.schema, b.log_identity, b.log_position, b.log_digest,
    coalesce(greatest(b.log_position, (select max(k.position) from projection.checkpoint k where k.schema = b.schema)), 0)
  from projection.build b where b.status = 'current'
$$;
