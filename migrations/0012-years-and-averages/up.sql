-- Two rules of accounting that span streams. Years are closed in their order, so a year is not added before a closed
-- one: its days would be open under books that are shut. And over which goods the average is taken is a setting only
-- until goods have moved; from then on only a recalculation changes it (docs/decisions/0024). What is chosen is
-- registered as something that can be used, like the currency of the books; whoever has goods in the books uses it.

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

insert into claim.record (record, active, used)
select 'average_scope-' || scope, true, exists (select from claim.level where key like 'stock:%')
from unnest(array['inventory', 'company']) scope
where exists (select from claim.record where record like 'system_currency-%')
on conflict (record) do nothing;
