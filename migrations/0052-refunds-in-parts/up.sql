-- What the returns of each sale paid back, and the rounding in it: two levels that the next return of the sale reads, so
-- that refunds in parts are rounded together (docs/decisions/0110). Returns of earlier versions were rounded one by one
-- and claimed quantities only.
--
-- With the log in KurrentDB there are no events here: there "npm run rebuild -- claims" finds them.
with posted as (
  select distinct on (e.stream) e.type, e.data::jsonb as data from log.event e
  where e.stream like 'sale\_return-%' and e.type in ('sale_return.completed', 'sale_return.returned_to_draft')
  order by e.stream, e.revision desc
), refund as (
  select p.data ->> 'sale_fk' as sale, p.data ->> 'rounding_step' as step,
    (select coalesce(sum((l ->> 'gross_amount')::numeric - (l ->> 'discount_amount')::numeric + (l ->> 'tax_amount')::numeric), 0)
      from jsonb_array_elements(p.data -> 'lines') l) as exact
  from posted p where p.type = 'sale_return.completed' and p.data ->> 'sale_fk' is not null
), paid as (
  select r.sale, r.exact, case when r.step is null then r.exact else round(r.exact / r.step::numeric) * r.step::numeric end as total
  from refund r
), level as (
  select format('returned:sale-%s:%s', p.sale, of.name) as key, sum(of.amount) as total
  from paid p cross join lateral (values ('refunded', p.total), ('rounding', p.total - p.exact)) of (name, amount)
  group by 1 having sum(of.amount) <> 0
), days as (
  insert into claim.level_day (key, day, net) select l.key, '1900-01-01', l.total from level l on conflict (key, day) do nothing
)
insert into claim.level (key, total, last_day) select l.key, l.total, '1900-01-01' from level l on conflict (key) do nothing;
