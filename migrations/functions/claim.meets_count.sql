-- True when a batch changes a key with a pending count, or counts a key with a pending change: the difference of a
-- count may be computed only when no other change of its key is pending.
create or replace function claim.meets_count(p jsonb) returns boolean language plpgsql stable as $$
begin
  return (p ? 'count' and exists (
      select from jsonb_to_recordset(p -> 'count') c (key text) join claim.pending_level w on w.key = c.key))
    or (p ? 'level' and exists (
      select from jsonb_to_recordset(p -> 'level') c (key text) join claim.pending_level w on w.key = c.key and w.is_count));
end $$;
