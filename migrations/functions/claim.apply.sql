-- Checks the claims of a batch and stores them. Returns all refusals and writes nothing, or the assigned numbers.
create or replace function claim.apply(p jsonb, out refusals jsonb, out numbers jsonb) language plpgsql as $$
declare
  v_changes jsonb := claim.changes(p);
begin
  refusals := claim.refusals(p, v_changes, false);
  if refusals is not null then return; end if;
  perform claim.apply_releases(p, v_changes);
  perform claim.apply_reservations(p);
  if p ? 'number' then numbers := claim.write_numbers(p -> 'number'); end if;
end $$;
