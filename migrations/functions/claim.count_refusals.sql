-- Refuses a second count of a level at the same moment, even if both quantities are equal.
create or replace function claim.count_refusals(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field, 'counted_already',
      jsonb_build_object('key', c.key, 'day', c.at::date::text)))
    from jsonb_to_recordset(p) c (i int, key text, at timestamp, real numeric, field text)
    join claim.count k on k.key = c.key and k.at = c.at
    where c.real is not null);
end $$;
