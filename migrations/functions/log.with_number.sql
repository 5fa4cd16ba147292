-- The event's text with its document number as the last field. The adapter removes a `number` of the caller from the
-- text, so the field is unique.
create or replace function log.with_number(p_data text, p_number text) returns text language sql immutable as $$
  select left(p_data, -1) || case when p_data = '{}' then '' else ',' end || '"number":' || to_json(p_number)::text || '}'
$$;
