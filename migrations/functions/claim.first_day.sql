-- The earliest day on which the claims of a batch change a level; null without such a change.
create or replace function claim.first_day(p jsonb) returns date language sql stable as $$
  select min(day) from (
    select c.day from jsonb_to_recordset(coalesce(p -> 'level', '[]')) c (day date)
    union all
    select c.at::date from jsonb_to_recordset(coalesce(p -> 'count', '[]')) c (at timestamp)) d
$$;
