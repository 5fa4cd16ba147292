-- The earliest day on which a batch posts, changes a level or takes a number; null without such a day: the same rule as
-- firstDayOf in event-store/decision-read.ts.
create or replace function claim.first_day(p jsonb) returns date language sql stable as $$
  select min(day) from (
    select c.day
    from jsonb_to_recordset(coalesce(p -> 'level', '[]') || coalesce(p -> 'period', '[]') || coalesce(p -> 'number', '[]')) c (day date)
    union all
    select c.at::date from jsonb_to_recordset(coalesce(p -> 'count', '[]')) c (at timestamp)) d
$$;
