-- A record that is used must exist and be active, or be registered by the same batch. Payments at a till may name a
-- retired one.
create or replace function claim.use_refusals(p jsonb, p_records jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field,
      case when k.record is null then 'not_found' else 'retired' end, jsonb_build_object('record', c.record)))
    from jsonb_to_recordset(p) c (i int, record text, field text, paid boolean)
    left join lateral (select r.* from claim.record r where r.record = c.record offset 0) k on true
    where k.active is distinct from true and not (c.paid is true and k.record is not null) and not exists (
      select from jsonb_to_recordset(coalesce(p_records, '[]')) n (record text, action text)
      where n.record = c.record and n.action = 'register'));
end $$;
