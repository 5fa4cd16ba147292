-- A key that another owner holds and the batch does not release, or that the batch claims twice.
create or replace function claim.unique_refusals(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    with c as materialized (
      select * from jsonb_to_recordset(p) c (i int, "set" text, key text, owner text, action text, field text)
    )
    select jsonb_agg(claim.refusal(c.i, c.field, 'already_taken', jsonb_build_object('key', c.key, 'owner', held.owner)))
    from c join lateral (
      select t.owner from claim.taken t where t."set" = c."set" and t.key = c.key and not exists
        (select from c r where r.action = 'release' and r."set" = t."set" and r.key = t.key and r.owner = t.owner)
      union all
      select e.owner from c e where e.action = 'take' and e."set" = c."set" and e.key = c.key and e.i < c.i
      limit 1
    ) held on held.owner <> c.owner
    where c.action = 'take');
end $$;
