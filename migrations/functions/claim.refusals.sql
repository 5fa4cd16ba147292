-- All refusals of a batch, or null. Writes nothing. `p_pending`: level changes that are reserved and not settled are counted
-- where they make a refusal more likely. `p_changes`: claim.changes(p).
create or replace function claim.refusals(p jsonb, p_changes jsonb, p_pending boolean) returns jsonb language plpgsql stable as $$
declare
  v jsonb := '[]';
begin
  if p ? 'unique' then v := v || coalesce(claim.unique_refusals(p -> 'unique'), '[]'); end if;
  if p ? 'level' or p ? 'count' then
    v := v || coalesce(claim.level_refusals(p_changes, p_pending), '[]');
  end if;
  if p ? 'count' then v := v || coalesce(claim.count_refusals(p -> 'count'), '[]'); end if;
  if p ? 'period' then v := v || coalesce(claim.period_refusals(p -> 'period', p -> 'period_change'), '[]'); end if;
  if p ? 'period_change' then v := v || coalesce(claim.period_change_refusals(p -> 'period_change'), '[]'); end if;
  if p ? 'use' then v := v || coalesce(claim.use_refusals(p -> 'use', p -> 'record'), '[]'); end if;
  if p ? 'record' then v := v || coalesce(claim.record_refusals(p -> 'record', p -> 'use'), '[]'); end if;
  return nullif(v, '[]');
end $$;
