-- Several reservations in one transaction; rows in the order of the arguments.
create or replace function claim.reserve_group(
  p_commands uuid[], p_digests text[], p_streams json[], p_batches json[], p_claims jsonb[]
) returns table (outcome text, detail json, batch json, recorded_at timestamptz, attempt bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  for i in 1 .. cardinality(p_commands) loop
    return query select r.* from claim.reserve_attempt(p_commands[i], p_digests[i],
      array(select json_array_elements_text(p_streams[i])), p_batches[i], p_claims[i]) r;
  end loop;
end $$;
