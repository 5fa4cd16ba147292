-- outcome: `accepted`; `revision` (detail: the stream, its expected and its actual revision), `moved` (detail: the
-- read) or `refused` (detail: refusals), as in log.append and claim.reserve; `busy`: another intent must be settled
-- first, call again. `p_in_log`: the events are in log.event, not in KurrentDB.
create or replace function claim.tried(
  p_streams text[], p_expected int[], p_claims jsonb, p_in_log boolean, out outcome text, out detail json
) language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if not p_in_log and (
    exists (select from claim.intent_stream s where s.stream = any (p_streams))
    or claim.periods_pending(p_claims)
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

  detail := claim.refusals(p_claims, claim.changes(p_claims), not p_in_log);
  outcome := case when detail is null then 'accepted' else 'refused' end;
end $$;
