-- True when a batch in flight to KurrentDB must be settled first: it posts or takes a number on a day that this one
-- closes or removes, removes the day on which this one posts or takes a number, or also changes periods. Its outcome is
-- unknown until then.
create or replace function claim.periods_pending(p jsonb) returns boolean language plpgsql stable as $$
begin
  if p ? 'period_change' and (
    exists (select from claim.intent i where i.claims ? 'period_change')
    or exists (select from claim.pending_day d join jsonb_to_recordset(p -> 'period_change')
      c ("from" date, "to" date, status text) on c.status <> 'open' and d.day between c."from" and c."to")) then
    return true;
  end if;
  return (p ? 'period' or p ? 'number') and exists (
    select from claim.intent i
    cross join jsonb_to_recordset(i.claims -> 'period_change') o ("from" date, "to" date, status text)
    join jsonb_to_recordset(coalesce(p -> 'period', '[]') || coalesce(p -> 'number', '[]')) c (day date)
      on c.day between o."from" and o."to"
    where i.claims ? 'period_change' and o.status = 'removed');
end $$;
