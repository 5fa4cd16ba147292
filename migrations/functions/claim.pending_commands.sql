-- Commands that are reserved and not settled, and hold one of the streams or may change one of the reads, with the age
-- of their reservations, at most 2147483647 ms. One of the future is of a clock that was set back since, and counts as
-- old. Excludes stuck ones, which a person resolves.
create or replace function claim.pending_commands(p_streams text[], p_reads jsonb) returns table (command_id uuid, age_ms int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  if not exists (select from claim.intent) then return; end if;
  return query
    with r as materialized (
      select * from jsonb_to_recordset(p_reads) r ("of" text, key text, prefix text, stream text, "to" date)
    ), found as (
      select s.command_id from claim.intent_stream s
      where s.stream = any (p_streams)
        or exists (select from r where (r."of" = 'stream' and s.stream = r.stream) or (r."of" = 'kind' and s.stream ^@ r.prefix))
      union
      select w.command_id from claim.pending_level w
      where exists (select from r where (r."of" = 'level' and w.key = r.key) or (r."of" = 'levels' and w.key ^@ r.prefix)
        or (r."of" = 'books' and w.day <= r."to"))
      union
      select d.command_id from claim.pending_day d
      where exists (select from r where r."of" = 'books' and d.day <= r."to")
      union
      select i.command_id from claim.intent i, jsonb_to_recordset(coalesce(i.claims -> 'record', '[]')) c (record text)
      where exists (select from r where r."of" = 'records' and c.record ^@ r.prefix)
    )
    select i.command_id, case when i.created_at > clock_timestamp() then 2147483647
      else least(extract(epoch from clock_timestamp() - i.created_at) * 1000, 2147483647)::int end
    from claim.intent i join found using (command_id) where i.stuck is null order by i.created_at;
end $$;
