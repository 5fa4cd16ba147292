-- Several settlements in one transaction, without waiting for the disk: after a crash of PostgreSQL a lost settlement
-- leaves its intent, whose batch is in KurrentDB and is settled again. Transactions that depend on it are later in the
-- WAL, and are lost with it. Rows in the order of the arguments.
create or replace function claim.settle_group(
  p_commands uuid[], p_attempts bigint[], p_positions bigint[], p_streams json[], p_revisions json[], p_times timestamptz[]
) returns setof json language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(20, 2);
  for i in 1 .. cardinality(p_commands) loop
    return query select claim.settle_attempt(p_commands[i], p_attempts[i], p_positions[i], p_streams[i], p_revisions[i], p_times[i]);
  end loop;
end $$;
