-- True when a batch in flight to KurrentDB must be settled first: one changes periods and the other posts or takes a
-- number on one of their days, or both change periods. Whether the day is open, in which series its number is, and
-- whether the period is in use are unknown until then.
create or replace function claim.periods_pending(p jsonb) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from claim.intent i cross join jsonb_to_recordset(i.claims -> 'period_change') o ("from" date, "to" date)
    where p ? 'period_change' or exists (
      select from jsonb_to_recordset(coalesce(p -> 'period', '[]') || coalesce(p -> 'number', '[]')) c (day date)
      where c.day between o."from" and o."to")
  ) or exists (
    select from claim.pending_day d
    join jsonb_to_recordset(p -> 'period_change') c ("from" date, "to" date) on d.day between c."from" and c."to");
end $$;
