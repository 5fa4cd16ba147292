-- Marks the records and the periods that a batch uses; opening balances do not use the days of the first year. A number uses the period of its day, because its series belongs to
-- the financial year. Claims of earlier versions have no day of a number.
create or replace function claim.write_uses(p jsonb) returns void language plpgsql as $$
begin
  if p ? 'use' then
    update claim.record k set used = true
    where not k.used and k.record = any (array(select c.record from jsonb_to_recordset(p -> 'use') c (record text)));
  end if;
  if p ? 'period' or p ? 'number' then
    update claim.period k set used = true
    where not k.used and exists (
      select from jsonb_to_recordset(coalesce(p -> 'period', '[]') || coalesce(p -> 'number', '[]')) c (day date, unused boolean)
      where c.unused is not true and c.day between k.from_day and k.to_day);
  end if;
end $$;
