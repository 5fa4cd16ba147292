-- Stores what a batch reserves: unique keys, used records, retired records, and closed or removed periods.
create or replace function claim.apply_reservations(p jsonb) returns void language plpgsql as $$
declare
  -- Events of earlier versions gave several items one code in different spellings: the lowest number holds it, the others
  -- stand beside it (docs/decisions/0104).
  c_shared constant text := 'item.item_units.barcodes';
begin
  if p ? 'unique' then
    insert into claim.taken_beside ("set", key, owner)
    select c."set", c.key,
      case when split_part(c.owner, '-', 2)::int < split_part(t.owner, '-', 2)::int then t.owner else c.owner end
    from jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
    join claim.taken t on t."set" = c."set" and t.key = c.key and t.owner <> c.owner
    where c.action = 'take' and c."set" = c_shared
    on conflict do nothing;
    insert into claim.taken ("set", key, owner)
    select distinct c."set", c.key, c.owner from jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
    where c.action = 'take'
    on conflict ("set", key) do update set owner = excluded.owner where taken.owner <> excluded.owner
      and case when taken."set" = c_shared
        then split_part(excluded.owner, '-', 2)::int < split_part(taken.owner, '-', 2)::int else true end;
  end if;
  perform claim.write_uses(p);
  perform claim.write_states(p, 'retire', 'closed');
end $$;
