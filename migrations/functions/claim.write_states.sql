-- Registers or retires records, and opens, closes or removes periods; only the claims with the given action and
-- status are stored. A period counts as used once it is closed. A new period counts as used if a level has already changed
-- on one of its days.
create or replace function claim.write_states(p jsonb, p_action text, p_status text) returns void language plpgsql as $$
begin
  if p ? 'record' then
    insert into claim.record (record, active)
    select distinct c.record, p_action = 'register' from jsonb_to_recordset(p -> 'record') c (record text, action text)
    where c.action = p_action
    on conflict (record) do update set active = excluded.active;
  end if;
  if p ? 'period_change' then
    insert into claim.period (from_day, to_day, status, used)
    select distinct c."from", c."to", c.status, c.status = 'closed' or (
      not exists (select from claim.period k where (k.from_day, k.to_day) = (c."from", c."to"))
      and exists (select from claim.level_day d where d.day between c."from" and c."to" and d.net <> 0))
    from jsonb_to_recordset(p -> 'period_change') c ("from" date, "to" date, status text)
    where c.status = p_status
    on conflict (from_day) do update
      set to_day = excluded.to_day, status = excluded.status, used = period.used or excluded.used;
    if p_status = 'closed' then
      delete from claim.period k
      using jsonb_to_recordset(p -> 'period_change') c ("from" date, "to" date, status text)
      where c.status = 'removed' and (k.from_day, k.to_day) = (c."from", c."to");
    end if;
  end if;
end $$;
