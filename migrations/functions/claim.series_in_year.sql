-- The series of a number in the financial year of its day: the same rule as domain/kernel/number-series.ts. Claims of
-- earlier versions have no day; the year is in their series.
create or replace function claim.series_in_year(p_series text, p_day date) returns text language sql stable as $$
  select p_series || coalesce(':' || coalesce(
    (select case when to_char(from_day, 'MM-DD') = '01-01' then to_char(from_day, 'YYYY') else from_day::text end
     from claim.period where p_day between from_day and to_day),
    to_char(p_day, 'YYYY')), '')
$$;
