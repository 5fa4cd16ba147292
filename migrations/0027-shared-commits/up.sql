-- Reservations and settlements of appends to KurrentDB: the lock on the claims is held while they are checked and written,
-- and not while the disk writes them (docs/decisions/0056).

-- As claim.reserve_group, answered as a list when what was reserved is on disk. The commit that ends the lock does not
-- wait for the disk; the message is written after it, and its own commit waits for both. So reservations of several
-- processes are flushed together, and nothing is appended that a crash of PostgreSQL could make unreserved.
create procedure claim.reserve_durably(
  p_commands uuid[], p_digests text[], p_streams json[], p_batches json[], p_claims jsonb[], inout p_rows json
) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  p_rows := (
    select json_agg(json_build_array(r.outcome, r.detail::text, case when r.outcome <> 'reserved' then r.batch::text end,
      r.recorded_at::text, r.attempt::text) order by r.place)
    from claim.reserve_group(p_commands, p_digests, p_streams, p_batches, p_claims)
      with ordinality r (outcome, detail, batch, recorded_at, attempt, place));
  commit;
  perform claim.flush();
end $$;

-- What was committed before is on disk when the transaction of this call is.
create function claim.flush() returns void language sql volatile as $$
  select pg_logical_emit_message(true, 'daftar', '')
$$;

-- As in 0017 and with the rights of 0022, without waiting for the disk: a settlement that a crash of PostgreSQL takes leaves its intent, whose batch is
-- in KurrentDB and is settled again. What is built on it, or reads it, is later in the journal of PostgreSQL, and goes with it.
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
