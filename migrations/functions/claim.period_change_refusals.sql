-- A period is opened, closed and opened again as a whole; it may not overlap another, and a new one may not precede a
-- closed one. A change that meets several periods names the first of them: one refusal for a claim.
create or replace function claim.period_change_refusals(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(o.refusal) from (
      select distinct on (c.i) claim.refusal(c.i, c.field,
        case when k.from_day <= c."to" then 'period_overlaps' else 'year_before_closed' end,
        jsonb_build_object('from', k.from_day::text, 'to', k.to_day::text)) as refusal
      from jsonb_to_recordset(p) c (i int, "from" date, "to" date, status text, field text)
      join claim.period k on k.to_day >= c."from" and (k.from_day, k.to_day) <> (c."from", c."to")
        and (k.from_day <= c."to" or (k.status = 'closed' and c.status = 'open'
          and not exists (select from claim.period o where (o.from_day, o.to_day) = (c."from", c."to"))))
      order by c.i, k.from_day) o);
end $$;
