-- Intents: how claims and events are kept together when the events go to KurrentDB, which cannot write claims.
--
--   reserve  one transaction: the whole batch is kept as an intent, its streams are held, and what it takes
--            from others (names, numbers, records, days, the lower and the upper bound of levels) is taken.
--   append   to KurrentDB, stream by stream.
--   settle   one transaction: the releases of the batch are applied, and the command's answer is stored.
--   release  instead of settle, when KurrentDB has definitely refused the append: the reservation is undone.
--
-- A crash in between leaves the intent; whoever finds it sends the same batch again, which is idempotent.
-- All four run under one lock, so that checks see all that was reserved.

create table claim.intent (
  command_id uuid primary key,
  digest text,
  batch json not null,
  claims jsonb not null,
  numbers json not null,
  -- What the reservation replaced, for release.
  undo jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
-- Only the holder of a stream appends to it, so a batch of several streams cannot be overtaken in its middle.
create table claim.intent_stream (
  stream text primary key,
  command_id uuid not null references claim.intent on delete cascade
);
create index on claim.intent_stream (command_id);

-- Changes that count against others already, and count for others when their events are stored.
create table claim.pending_level (
  command_id uuid not null,
  key text collate "C" not null,
  day date not null,
  delta numeric not null
);
create index on claim.pending_level (key);
create index on claim.pending_level (command_id);
create table claim.pending_day (command_id uuid not null, day date not null);
create index on claim.pending_day (command_id);

-- outcome: `reserved` or `pending` (detail: numbers), `repeated` (detail: the stored answer), `mismatch`,
-- `refused` (detail: refusals), or `busy`: another intent holds a stream or a day of this one; ask again.
create function claim.reserve(
  p_command uuid, p_digest text, p_streams text[], p_batch json, p_claims jsonb, out outcome text, out detail json
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_known record;
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
    or exists (select from claim.pending_day d join jsonb_to_recordset(coalesce(p_claims -> 'period_change', '[]'))
      c ("from" date, "to" date, status text) on c.status = 'closed' and d.day between c."from" and c."to") then
    outcome := 'busy';
    return;
  end if;

  v_refusals := claim.refusals(p_claims, true);
  if v_refusals is not null then
    outcome := 'refused';
    detail := v_refusals;
    return;
  end if;

  v_undo := claim.undo_of(p_claims);
  perform claim.write_takes(p_claims);
  if p_claims ? 'number' then v_numbers := claim.write_numbers(p_claims -> 'number'); end if;
  insert into claim.intent (command_id, digest, batch, claims, numbers, undo)
  values (p_command, p_digest, p_batch, p_claims, v_numbers, v_undo);
  insert into claim.intent_stream (stream, command_id) select unnest(p_streams), p_command;
  insert into claim.pending_level (command_id, key, day, delta)
  select p_command, c.key, c.day, sum(c.delta)
  from jsonb_to_recordset(coalesce(p_claims -> 'level', '[]')) c (key text, day date, delta numeric)
  group by c.key, c.day;
  insert into claim.pending_day (command_id, day)
  select p_command, c.day from jsonb_to_recordset(coalesce(p_claims -> 'period', '[]')) c (day date);
  outcome := 'reserved';
  detail := v_numbers;
end $$;

-- What claim.write_takes is about to replace. Uses are left: another batch may rely on them by then, and a
-- record that counts as used although its only use was refused can do no harm to the books.
create function claim.undo_of(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return jsonb_build_object(
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object('set', c."set", 'key', c.key, 'owner', t.owner)), '[]')
      from jsonb_to_recordset(coalesce(p -> 'unique', '[]')) c ("set" text, key text, action text)
      left join claim.taken t on t."set" = c."set" and t.key = c.key where c.action = 'take'),
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('record', k.record, 'active', k.active)), '[]')
      from jsonb_to_recordset(coalesce(p -> 'record', '[]')) c (record text, action text)
      join claim.record k on k.record = c.record where c.action = 'retire'),
    'periods', (
      select coalesce(jsonb_agg(jsonb_build_object('from', c."from", 'status', k.status)), '[]')
      from jsonb_to_recordset(coalesce(p -> 'period_change', '[]')) c ("from" date, status text)
      left join claim.period k on k.from_day = c."from" where c.status = 'closed'));
end $$;

-- Gives the answer, and whether it was stored now or before by another who found the intent.
create function claim.settle(
  p_command uuid, p_position bigint, p_streams json, p_revisions json, p_recorded_at timestamptz,
  out repeated boolean, out answer json
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_intent claim.intent;
begin
  perform pg_advisory_xact_lock(20, 2);
  v_intent := claim.take_intent(p_command);
  repeated := v_intent.command_id is null;
  if not repeated then
    perform claim.write_gives(v_intent.claims);
    perform claim.write_uses(v_intent.claims);
    insert into log.command (command_id, digest, position, streams, revisions, numbers, recorded_at)
    values (p_command, v_intent.digest, p_position, p_streams, p_revisions, v_intent.numbers, p_recorded_at);
  end if;
  select log.answer(c.position, c.revisions, c.numbers, c.recorded_at) into answer
  from log.command c where c.command_id = p_command;
end $$;

create function claim.release(p_command uuid) returns void language plpgsql as $$
declare
  v_intent claim.intent;
begin
  perform pg_advisory_xact_lock(20, 2);
  v_intent := claim.take_intent(p_command);
  if v_intent.command_id is null then return; end if;

  delete from claim.taken t using jsonb_to_recordset(v_intent.undo -> 'taken') u ("set" text, key text, owner text)
  where t."set" = u."set" and t.key = u.key and u.owner is null;
  update claim.taken t set owner = u.owner
  from jsonb_to_recordset(v_intent.undo -> 'taken') u ("set" text, key text, owner text)
  where t."set" = u."set" and t.key = u.key and u.owner is not null;
  update claim.record k set active = u.active
  from jsonb_to_recordset(v_intent.undo -> 'records') u (record text, active boolean)
  where k.record = u.record;
  delete from claim.period k using jsonb_to_recordset(v_intent.undo -> 'periods') u ("from" date, status text)
  where k.from_day = u."from" and u.status is null;
  update claim.period k set status = u.status
  from jsonb_to_recordset(v_intent.undo -> 'periods') u ("from" date, status text)
  where k.from_day = u."from" and u.status is not null;

  insert into claim.freed (series, value)
  select c.series, substr(n.number, length(c.prefix) + 1)::bigint
  from json_array_elements_text(v_intent.numbers) with ordinality n (number, place)
  join (
    select c.series, c.prefix, row_number() over (order by c.i) as place
    from jsonb_to_recordset(coalesce(v_intent.claims -> 'number', '[]')) c (i int, series text, prefix text)
  ) c using (place);
end $$;

-- The intent, gone from the tables; all null when it was settled or released before.
create function claim.take_intent(p_command uuid) returns claim.intent language plpgsql as $$
declare
  v_intent claim.intent;
begin
  delete from claim.intent where command_id = p_command returning * into v_intent;
  delete from claim.pending_level where command_id = p_command;
  delete from claim.pending_day where command_id = p_command;
  return v_intent;
end $$;
