-- One refusal: `i` is the index of the claim in its batch.
create or replace function claim.refusal(i int, field text, message text, params jsonb) returns jsonb
language sql immutable as $$
  select jsonb_build_object('i', i, 'field', field, 'message', message, 'params', params)
$$;
