-- Stores what a batch reserves: unique keys, used records, retired records, and closed or removed periods.
create or replace function claim.apply_reservations(p jsonb) returns void language plpgsql as $$
begin
  if p ? 'unique' then
    insert into claim.taken ("set", key, owner)
    select distinct c."set", c.key, c.owner from jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
    where c.action = 'take'
    on conflict ("set", key) do update set owner = excluded.owner where taken.owner <> excluded.owner;
  end if;
  perform claim.write_uses(p);
  perform claim.write_states(p, 'retire', 'closed');
end $$;
