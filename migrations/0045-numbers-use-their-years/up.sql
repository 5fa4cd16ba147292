-- A number uses the financial year of its day, whose days then stay (docs/decisions/0073). Earlier versions marked only
-- years with postings: a year with a series of numbers counts as used.
update claim.period p set used = true
where not p.used and exists (
  select from claim.series s where s.series like '%:' || case
    when to_char(p.from_day, 'MM-DD') = '01-01' then to_char(p.from_day, 'YYYY') else p.from_day::text end);
