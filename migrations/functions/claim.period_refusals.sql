-- The day must be open, or be opened by the same batch. Payments at a till and opening balances may be on a day without
-- a financial year.
create or replace function claim.period_refusals(p jsonb, p_changes jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(claim.refusal(c.i, c.field,
      case when k.status is null then 'outside_open_year' else 'closed_period' end, jsonb_build_object('day', c.day::text)))
    from jsonb_to_recordset(p) c (i int, day date, field text, paid boolean)
    left join claim.period k on c.day between k.from_day and k.to_day
    where k.status is distinct from 'open' and not (c.paid is true and k.status is null) and not exists (
      select from jsonb_to_recordset(coalesce(p_changes, '[]')) o ("from" date, "to" date, status text)
      where o.status = 'open' and c.day between o."from" and o."to"));
end $$;
