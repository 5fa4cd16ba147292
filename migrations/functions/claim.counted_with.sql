-- The level whose counts a level is counted by: a batch of goods (`batch:5:2:2027-01-31:B7`) by those of its stock
-- (`stock:5:2`), any other level by its own.
create or replace function claim.counted_with(p_key text) returns text language sql immutable as $$
  select case when p_key ^@ 'batch:' then 'stock:' || split_part(p_key, ':', 2) || ':' || split_part(p_key, ':', 3) else p_key end
$$;
