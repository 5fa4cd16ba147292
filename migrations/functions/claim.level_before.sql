-- The level just before a moment: the total minus all changes at and after the moment.
create or replace function claim.level_before(p_key text, p_at timestamp) returns numeric language sql stable as $$
  select coalesce((select l.total from claim.level l where l.key = p_key), 0)
    - coalesce((select sum(d.net) from claim.level_day d where d.key = p_key and d.day > p_at::date), 0)
    - coalesce((select sum(m.net) from claim.level_moment m
        where m.key = p_key and m.at >= p_at and m.at < p_at::date + 1), 0)
$$;
