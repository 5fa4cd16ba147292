-- Stores the claims of commands that are in the log, in their order, without checks, because stored events cannot be
-- refused.
create or replace function claim.replay(p_claims text[]) returns void
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_text text;
  v_claims jsonb;
begin
  foreach v_text in array p_claims loop
    v_claims := v_text::jsonb;
    perform claim.apply_releases(v_claims, claim.changes(v_claims));
    perform claim.apply_reservations(v_claims);
  end loop;
end $$;
