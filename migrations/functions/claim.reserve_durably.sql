-- Like claim.reserve_group, but returns a list after the reservation is on disk. The commit that releases the lock does
-- not wait for the disk; the message is written after it, and its commit waits for both. So reservations of several
-- processes are flushed together, and no batch is appended whose reservation a crash of PostgreSQL could lose.
create or replace procedure claim.reserve_durably(
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
