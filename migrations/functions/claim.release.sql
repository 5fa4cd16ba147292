-- Ends an intent whose batch was not stored: restores the rows that its reservation replaced, and frees its numbers.
create or replace function claim.release(p_command uuid) returns void language plpgsql as $$
declare
  v_intent claim.intent;
begin
  perform pg_advisory_xact_lock(20, 2);
  v_intent := claim.remove_intent(p_command);
  if v_intent.command_id is null then return; end if;

  delete from claim.taken t using jsonb_to_recordset(v_intent.undo -> 'taken') u ("set" text, key text, owner text)
  where t."set" = u."set" and t.key = u.key and u.owner is null;
  update claim.taken t set owner = u.owner
  from jsonb_to_recordset(v_intent.undo -> 'taken') u ("set" text, key text, owner text)
  where t."set" = u."set" and t.key = u.key and u.owner is not null;
  delete from claim.taken_beside b
  using jsonb_to_recordset(coalesce(v_intent.claims -> 'unique', '[]')) c ("set" text, key text, owner text, action text), claim.taken t
  where c.action = 'take' and b."set" = c."set" and b.key = c.key and t."set" = b."set" and t.key = b.key
    and b.owner in (c.owner, t.owner) and not exists (
      select from jsonb_to_recordset(coalesce(v_intent.undo -> 'beside', '[]')) u ("set" text, key text, owner text)
      where u."set" = b."set" and u.key = b.key and u.owner = b.owner);
  update claim.record k set active = u.active
  from jsonb_to_recordset(v_intent.undo -> 'records') u (record text, active boolean)
  where k.record = u.record;
  delete from claim.period k using jsonb_to_recordset(v_intent.undo -> 'periods') u ("from" date, status text)
  where k.from_day = u."from" and u.status is null;
  update claim.period k set status = u.status, used = coalesce(u.used, k.used)
  from jsonb_to_recordset(v_intent.undo -> 'periods') u ("from" date, status text, used boolean)
  where k.from_day = u."from" and u.status is not null;
  insert into claim.period (from_day, to_day, status, used)
  select u."from", u."to", u.status, u.used
  from jsonb_to_recordset(v_intent.undo -> 'periods') u ("from" date, "to" date, status text, used boolean)
  where u."to" is not null
  on conflict (from_day) do nothing;

  insert into claim.freed (series, value)
  select c.series, substr(n.number, length(c.prefix) + 1)::bigint
  from json_array_elements_text(v_intent.numbers) with ordinality n (number, place)
  join (
    select claim.series_in_year(c.series, c.day) as series, c.prefix, row_number() over (order by c.i) as place
    from jsonb_to_recordset(coalesce(v_intent.claims -> 'number', '[]')) c (i int, series text, day date, prefix text)
  ) c using (place);
end $$;
