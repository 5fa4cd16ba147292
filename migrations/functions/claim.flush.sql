-- What was committed before is on disk when the transaction of this call is.
create or replace function claim.flush() returns void language sql volatile as $$
  select pg_logical_emit_message(true, 'daftar', '')
$$;
