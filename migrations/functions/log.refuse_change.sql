-- Trigger: events can only be added.
create or replace function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are never changed or removed (% on %.%)', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end $$;
