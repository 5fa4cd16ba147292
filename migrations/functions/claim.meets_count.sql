-- True if a batch changes a key that has a pending count, or counts a key that has a pending change. The difference of a
-- count may be computed only while no other change of its key is pending.
create or replace function claim.meets_count(p jsonb) returns boolean language plpgsql stable as $$
begin
  return (p ? 'count' and exists (
      select from jsonb_to_recordset(p -> 'count') c (key text) join claim.pending_level w on w.key = c.key))
    or (p ? 'level' and exists (
      select from jsonb_to_recordset(p -> 'level') c (key text) join claim.pending_level w on w.key = c.key and w.is_count));
end $$;
