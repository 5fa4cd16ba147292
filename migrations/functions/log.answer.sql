-- The stored answer of a command, as JSON.
create or replace function log.answer(p_position bigint, p_revisions json, p_numbers json, p_recorded_at timestamptz)
returns json language sql stable as $$
  select json_build_object('position', p_position::text, 'revisions', p_revisions, 'numbers', p_numbers,
    'recorded_at', to_char(p_recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;
