-- Stores the counts of a batch; a count without a quantity removes the one at its moment.
create or replace function claim.write_counts(p jsonb) returns void language plpgsql as $$
begin
  delete from claim.count k using jsonb_to_recordset(p) c (key text, at timestamp, real numeric)
  where c.real is null and k.key = c.key and k.at = c.at;
  insert into claim.count (key, at, real)
  select c.key, c.at, c.real from jsonb_to_recordset(p) c (key text, at timestamp, real numeric) where c.real is not null;
end $$;
