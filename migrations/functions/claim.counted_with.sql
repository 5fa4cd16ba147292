-- The level whose counts apply to a level: for a batch of goods (`batch:5:2:2027-01-31:B7`), and for goods that are sold and
-- not delivered (`undelivered:5:2`, of a batch `undelivered:5:2:2027-01-31:B7`), their stock (`stock:5:2`), for any other
-- level the level itself.
create or replace function claim.counted_with(p_key text) returns text language sql immutable as $$
  select case when p_key ^@ 'batch:' or p_key ^@ 'undelivered:'
    then 'stock:' || split_part(p_key, ':', 2) || ':' || split_part(p_key, ':', 3) else p_key end
$$;
