-- Stores what a batch makes available to others: released unique keys, levels, counts, records that may be used, open
-- periods. `p_changes`: claim.changes(p).
create or replace function claim.apply_releases(p jsonb, p_changes jsonb) returns void language plpgsql as $$
begin
  if p ? 'unique' then
    delete from claim.taken t
    using jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
    where c.action = 'release' and t."set" = c."set" and t.key = c.key and t.owner = c.owner and not exists (
      select from jsonb_to_recordset(p -> 'unique') k ("set" text, key text, owner text, action text)
      where k.action = 'take' and k."set" = t."set" and k.key = t.key and k.owner = t.owner);
    -- Whoever stands beside a released key holds it now.
    delete from claim.taken_beside b
    using jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
    where c.action = 'release' and b."set" = c."set" and b.key = c.key and b.owner = c.owner;
    with next as (
      delete from claim.taken_beside b using (
        select distinct on (o."set", o.key) o."set", o.key, o.owner
        from claim.taken_beside o
        join jsonb_to_recordset(p -> 'unique') c ("set" text, key text, owner text, action text)
          on c.action = 'release' and o."set" = c."set" and o.key = c.key
        where not exists (select from claim.taken t where t."set" = o."set" and t.key = o.key)
        order by o."set", o.key, split_part(o.owner, '-', 2)::int) n
      where b."set" = n."set" and b.key = n.key and b.owner = n.owner
      returning b."set", b.key, b.owner
    )
    insert into claim.taken ("set", key, owner) select "set", key, owner from next;
  end if;
  if p ? 'level' or p ? 'count' then perform claim.write_levels(p_changes); end if;
  if p ? 'count' then perform claim.write_counts(p -> 'count'); end if;
  -- After the levels: a period that is opened with changes on its days is in use.
  perform claim.write_states(p, 'register', 'open');
end $$;
