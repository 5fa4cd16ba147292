-- Registers or retires records, and opens or closes periods: those of the action and the status that are given.
create or replace function claim.write_states(p jsonb, p_action text, p_status text) returns void language plpgsql as $$
begin
  if p ? 'record' then
    insert into claim.record (record, active)
    select distinct c.record, p_action = 'register' from jsonb_to_recordset(p -> 'record') c (record text, action text)
    where c.action = p_action
    on conflict (record) do update set active = excluded.active;
  end if;
  if p ? 'period_change' then
    insert into claim.period (from_day, to_day, status)
    select distinct c."from", c."to", c.status from jsonb_to_recordset(p -> 'period_change') c ("from" date, "to" date, status text)
    where c.status = p_status
    on conflict (from_day) do update set status = excluded.status;
  end if;
end $$;
