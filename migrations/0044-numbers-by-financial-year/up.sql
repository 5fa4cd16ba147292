-- Numbers restart with each financial year; earlier versions restarted them on 1 January. A financial year that begins
-- on another day continues after the highest number of the calendar years that it is in, so that no number is given twice.
insert into claim.series (series, last)
select format('%s:%s', own.series, own.from_day), max(own.last)
from (
  select substring(s.series from '^(.*):\d{4}$') as series, s.last, p.from_day
  from claim.series s join claim.period p
    on substring(s.series from ':(\d{4})$')::int between extract(year from p.from_day) and extract(year from p.to_day)
  where s.series ~ ':\d{4}$' and to_char(p.from_day, 'MM-DD') <> '01-01') own
group by own.series, own.from_day
on conflict (series) do nothing;
