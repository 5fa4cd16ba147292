-- The command API works as a role that cannot write the log and the claims itself (launcher/database/rights.sql,
-- docs/decisions/0050). These functions are its only way to them: they run with the rights of their owner, who is no
-- superuser, and name every table with its schema. Whoever replaces one of them says `security definer` and this
-- search_path again, because `create or replace` forgets both.

do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where (n.nspname, p.proname) in (('log', 'append'), ('claim', 'reserve_group'), ('claim', 'settle_group'),
      ('claim', 'release_attempt'), ('claim', 'resolve_stuck'))
  loop
    execute format('alter function %s security definer', v_function);
    execute format('alter function %s set search_path = pg_catalog, pg_temp', v_function);
  end loop;
end $$;
