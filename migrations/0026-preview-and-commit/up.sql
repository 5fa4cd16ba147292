-- Preview and commit answer alike (docs/decisions/0054): an append is tried. `claim.tried` makes the checks of an append and
-- writes nothing; it takes no lock, because a statement sees the tables as one commit left them. The functions of dry runs run
-- with the rights of their owner (docs/decisions/0050).

-- outcome: `accepted`; `revision` (detail: the stream, its expected and its actual revision), `moved` (detail: the read) or
-- `refused` (detail: refusals), as log.append and claim.reserve give them; `busy`: an intent decides first, ask again.
-- `p_in_log`: the events are in log.event, not in KurrentDB.
create function claim.tried(
  p_streams text[], p_expected int[], p_claims jsonb, p_in_log boolean, out outcome text, out detail json
) language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if not p_in_log and (
    exists (select from claim.intent_stream s where s.stream = any (p_streams))
    or exists (select from claim.pending_day d join jsonb_to_recordset(coalesce(p_claims -> 'period_change', '[]'))
      c ("from" date, "to" date, status text) on c.status = 'closed' and d.day between c."from" and c."to")
    or claim.meets_count(p_claims) or claim.reads_pending(p_claims -> 'read')) then
    outcome := 'busy';
    return;
  end if;

  select json_build_object('stream', w.stream, 'expected', w.expected, 'actual', e.actual) into detail
  from unnest(p_streams, p_expected) with ordinality w (stream, expected, place)
  cross join lateral (select claim.revision(w.stream, p_in_log) offset 0) e (actual)
  where e.actual <> w.expected order by w.place limit 1;
  if detail is not null then
    outcome := 'revision';
    return;
  end if;

  detail := claim.moved(p_claims -> 'read', p_in_log, '{}', null);
  if detail is not null then
    outcome := 'moved';
    return;
  end if;

  detail := claim.refusals(p_claims, not p_in_log);
  outcome := case when detail is null then 'accepted' else 'refused' end;
end $$;

-- Commands that are reserved and not settled, and hold one of the streams or may change one of the reads; with how long
-- ago they were reserved. What is stuck is left to a person.
create function claim.pending_commands(p_streams text[], p_reads jsonb) returns table (command_id uuid, age_ms int)
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
      select i.command_id from claim.intent i, jsonb_to_recordset(coalesce(i.claims -> 'record', '[]')) c (record text)
      where exists (select from r where r."of" = 'records' and c.record ^@ r.prefix)
    )
    select i.command_id, (extract(epoch from clock_timestamp() - i.created_at) * 1000)::int
    from claim.intent i join found using (command_id) where i.stuck is null order by i.created_at;
end $$;

-- The approved plan that a build was taken over for (`position digest`): a recalculation whose process was killed between
-- that and its event is found to be done, and gets its event.
alter table projection.build add column plan text;
