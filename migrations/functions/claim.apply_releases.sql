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
  end if;
  perform claim.write_states(p, 'register', 'open');
  if p ? 'level' or p ? 'count' then perform claim.write_levels(p_changes); end if;
  if p ? 'count' then perform claim.write_counts(p -> 'count'); end if;
end $$;
