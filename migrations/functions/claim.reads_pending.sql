-- True when a batch in flight to KurrentDB may change a read of this one: its outcome is unknown until it is settled.
create or replace function claim.reads_pending(p jsonb) returns boolean language plpgsql stable as $$
begin
  if p is null then return false; end if;
  return exists (
    select from jsonb_to_recordset(p) r ("of" text, key text, prefix text, stream text, "to" date)
    where case r."of"
      when 'level' then exists (select from claim.pending_level w where w.key = r.key)
      when 'levels' then exists (select from claim.pending_level w where w.key ^@ r.prefix)
      when 'books' then exists (select from claim.pending_level w where w.day <= r."to")
        or exists (select from claim.pending_day d where d.day <= r."to")
      when 'stream' then exists (select from claim.intent_stream s where s.stream = r.stream)
      when 'kind' then exists (select from claim.intent_stream s where s.stream ^@ r.prefix)
      when 'records' then exists (
        select from claim.intent i, jsonb_to_recordset(i.claims -> 'record') c (record text) where c.record ^@ r.prefix)
    end);
end $$;
