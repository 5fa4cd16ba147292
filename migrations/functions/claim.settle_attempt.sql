-- claim.settle for one attempt: a command that was settled before returns its stored answer.
create or replace function claim.settle_attempt(
  p_command uuid, p_attempt bigint, p_position bigint, p_streams json, p_revisions json, p_recorded_at timestamptz,
  out answer json
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(20, 2);
  if exists (select from claim.intent i where i.command_id = p_command and i.attempt = p_attempt) then
    select s.answer into answer from claim.settle(p_command, p_position, p_streams, p_revisions, p_recorded_at) s;
    update claim.clock c set position = p_position where c.position < p_position;
  else
    select log.answer(c.position, c.revisions, c.numbers, c.recorded_at) into answer
    from log.command c where c.command_id = p_command;
  end if;
end $$;
