-- A financial year that does not begin on 1 January has a series of its own, which migration 0044 continued after those
-- of its calendar years. Their rows give no numbers any more, except to kinds that may have a day without a financial year. A
-- financial year that begins on 1 January has the row of that calendar year.
with continued as (
  select s.series from claim.series s
  cross join lateral (select substring(s.series from ':(\d{4})$')::int as year) c
  where s.series ~ ':\d{4}$'
    and split_part(s.series, ':', 1) not in ('quotation', 'purchase_order', 'online_order', 'payment_reminder', 'count_round',
      'recalculation', 'opening_balance')
    and exists (
      select from claim.period p
      where c.year between extract(year from p.from_day) and extract(year from p.to_day) and to_char(p.from_day, 'MM-DD') <> '01-01')
    and not exists (select from claim.period p where to_char(p.from_day, 'YYYY-MM-DD') = c.year || '-01-01')
), freed as (
  delete from claim.freed f using continued c where f.series = c.series
)
delete from claim.series s using continued c where s.series = c.series;
