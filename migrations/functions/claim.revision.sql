-- The last revision of a stream; null when unknown.
create or replace function claim.revision(p_stream text, p_in_log boolean) returns int language sql stable as $$
  select case when p_in_log
    then coalesce((select e.revision from log.event e where e.stream = p_stream order by e.revision desc limit 1), -1)
    else (select s.revision from claim.stream s where s.stream = p_stream) end
$$;
