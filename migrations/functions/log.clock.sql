-- The time at which the log records: the server's. Nobody who appends can state another.
create or replace function log.clock() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;
