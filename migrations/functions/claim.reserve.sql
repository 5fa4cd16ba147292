-- Reserves a batch that goes to KurrentDB. outcome: `reserved` or `pending` (detail: numbers), `repeated` (detail: the
-- stored answer), `mismatch`, `moved` (detail: the read), `refused` (detail: refusals), or `busy`: another intent holds
-- a stream or a day of this one, or may change its reads; the caller tries again.
create or replace function claim.reserve(
  p_command uuid, p_digest text, p_streams text[], p_batch json, p_claims jsonb, out outcome text, out detail json
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_known record;
  v_changes jsonb;
  v_refusals jsonb;
  v_undo jsonb;
  v_numbers jsonb := '[]';
begin
  perform pg_advisory_xact_lock(20, 2);

  select c.digest, log.answer(c.position, c.revisions, c.numbers, c.recorded_at) as answer, 'repeated' as found
  into v_known from log.command c where c.command_id = p_command
  union all
  select i.digest, i.numbers, 'pending' from claim.intent i where i.command_id = p_command;
  if v_known.found is not null then
    outcome := case when v_known.digest <> p_digest then 'mismatch' else v_known.found end;
    detail := v_known.answer;
    return;
  end if;

  if exists (select from claim.intent_stream s where s.stream = any (p_streams))
    or claim.periods_pending(p_claims)
    or claim.meets_count(p_claims) or claim.reads_pending(p_claims -> 'read') then
    outcome := 'busy';
    return;
  end if;

  detail := claim.moved(p_claims -> 'read', false, '{}', null);
  if detail is not null then
    outcome := 'moved';
    return;
  end if;

  v_changes := claim.changes(p_claims);
  v_refusals := claim.refusals(p_claims, v_changes, true);
  if v_refusals is not null then
    outcome := 'refused';
    detail := v_refusals;
    return;
  end if;

  v_undo := claim.undo_of(p_claims);
  perform claim.apply_reservations(p_claims);
  if p_claims ? 'number' then v_numbers := claim.write_numbers(p_claims -> 'number'); end if;
  insert into claim.intent (command_id, digest, batch, claims, numbers, undo)
  values (p_command, p_digest, p_batch, p_claims, v_numbers, v_undo);
  insert into claim.intent_stream (stream, command_id) select unnest(p_streams), p_command;
  insert into claim.pending_level (command_id, key, day, delta, is_count)
  select p_command, c.key, c.day, sum(c.delta), n.key is not null
  from jsonb_to_recordset(coalesce(v_changes, '[]')) c (key text, day date, delta numeric)
  left join (select distinct k.key from jsonb_to_recordset(coalesce(p_claims -> 'count', '[]')) k (key text)) n using (key)
  group by c.key, c.day, n.key;
  insert into claim.pending_day (command_id, day)
  select p_command, c.day
  from jsonb_to_recordset(coalesce(p_claims -> 'period', '[]') || coalesce(p_claims -> 'number', '[]')) c (day date)
  where c.day is not null;
  outcome := 'reserved';
  detail := v_numbers;
end $$;
