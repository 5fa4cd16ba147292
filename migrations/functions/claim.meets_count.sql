-- True if a batch changes a key that has a pending count, or counts a key that has a pending change, also of its goods
-- that are sold and not delivered. The difference of a count may be computed only while no other change of its key is
-- pending.
create or replace function claim.meets_count(p jsonb) returns boolean language plpgsql stable as $$
begin
  return (p ? 'count' and exists (
      select from jsonb_to_recordset(p -> 'count') c (key text)
      join claim.pending_level w on w.key in (c.key, 'undelivered' || substr(c.key, 6))))
    or (p ? 'level' and exists (
      select from jsonb_to_recordset(p -> 'level') c (key text) join claim.pending_level w
        on w.key in (c.key, claim.counted_with(c.key)) and w.is_count));
end $$;
