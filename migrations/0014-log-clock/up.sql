-- The clock of the log is a function of its own: the time when an event is recorded is the server's, and nobody who
-- appends can say another. Only the owner of the schema can give the log another clock, as a demonstration does in
-- an empty database, so that its half-year was known day by day and not all at once.

create function log.clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

do $$
declare
  v_append text := pg_get_functiondef('log.append'::regproc);
begin
  if position('clock_timestamp()' in v_append) = 0 then
    raise exception 'log.append does not read the clock';
  end if;
  execute replace(v_append, 'clock_timestamp()', 'log.clock()');
end $$;
