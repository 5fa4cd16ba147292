-- Writes a message to the write-ahead log. When the transaction of this call is on disk, all earlier commits are too.
create or replace function claim.flush() returns void language sql volatile as $$
  select pg_logical_emit_message(true, 'daftar', '')
$$;
