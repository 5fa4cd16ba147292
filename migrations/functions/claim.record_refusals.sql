-- A record that is retired, or must be unused, must exist and must not be in use, including uses of this batch.
create or replace function claim.record_refusals(p jsonb, p_uses jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field,
      case when k.record is null then 'not_found' else 'in_use' end, jsonb_build_object('record', c.record)))
    from jsonb_to_recordset(p) c (i int, record text, action text, field text)
    left join lateral (select r.* from claim.record r where r.record = c.record offset 0) k on true
    where c.action in ('retire', 'unused') and (k.record is null or k.used or exists (
      select from jsonb_to_recordset(coalesce(p_uses, '[]')) u (record text) where u.record = c.record)));
end $$;
