-- A digest of the open levels whose key has a prefix. `digestOf` in event-store/decision-read.ts computes the same digest.
create or replace function claim.levels_digest(p_prefix text) returns text language sql stable as $$
  select md5(coalesce(string_agg(l.key || '=' || trim_scale(l.total)::text, ';' order by l.key), ''))
  from claim.level l where l.open and l.key ^@ p_prefix and l.key >= p_prefix and l.key < p_prefix || chr(127)
$$;
