-- Returns one of the reads `p` of a decision whose result has changed since the decision, or null. `p_in_log`: the events
-- are in log.event, not in KurrentDB. `p_streams` and `p_first_day` describe batches of the same call that are not in the
-- tables yet: their streams, and their earliest day (claim.first_day). The revision of a stream is that of
-- claim.revision, inline: a call for each of the records of an invoice costs more than all look-ups.
create or replace function claim.moved(p jsonb, p_in_log boolean, p_streams text[], p_first_day date)
returns jsonb language plpgsql stable as $$
begin
  if p is null then return null; end if;
  return (
    select jsonb_strip_nulls(to_jsonb(r)) from jsonb_to_recordset(p) r ("of" text, key text, total numeric, prefix text, digest text,
      stream text, revision int, count int, "position" bigint, "to" date)
    where case r."of"
      when 'level' then coalesce((select l.total from claim.level l where l.key = r.key), 0) <> r.total
      when 'levels' then claim.levels_digest(r.prefix) <> r.digest
      when 'stream' then r.stream = any (p_streams)
        or case when p_in_log
          then coalesce((select e.revision from log.event e where e.stream = r.stream order by e.revision desc limit 1), -1) <> r.revision
          else coalesce((select s.revision from claim.stream s where s.stream = r.stream) <> r.revision, false) end
      when 'records' then (select count(*) from claim.record k where k.record ^@ r.prefix) <> r.count
      when 'kind' then exists (select from unnest(p_streams) s (stream) where s.stream ^@ r.prefix)
        or exists (select from log.command c, json_array_elements_text(c.streams) s (stream)
          where c.position > r."position" and s.stream ^@ r.prefix)
      when 'books' then coalesce(p_first_day <= r."to", false)
        or exists (select from log.command c where c.position > r."position" and c.first_day <= r."to")
    end
    limit 1);
end $$;
