-- Records what a holder (log.seen) has seen of the log. Only forwards: a log that was cut off is taken as it is by a person
-- (`npm run rebuild -- claims --accept-loss`).
create or replace function log.see(p_holder text, p_identity text, p_position bigint, p_digest text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_holder = 'claims' then
    insert into claim.log_seen as s (identity, position, digest) values (p_identity, p_position, p_digest)
    on conflict (is_only) do update set position = excluded.position, digest = excluded.digest, seen_at = clock_timestamp()
    where s.identity = excluded.identity and s.position < excluded.position;
  else
    update projection.build b set log_identity = p_identity, log_position = p_position, log_digest = p_digest
    where b.schema = p_holder and coalesce(b.log_position, 0) < p_position;
  end if;
end $$;
