-- The rows that claim.apply_reservations replaces, so that claim.release can restore them. Excludes uses: another batch may
-- depend on a use before the release, and it does no harm that a record counts as used after its only use was refused.
create or replace function claim.undo_of(p jsonb) returns jsonb language plpgsql stable as $$
begin
  return jsonb_build_object(
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object('set', c."set", 'key', c.key, 'owner', t.owner)), '[]')
      from jsonb_to_recordset(coalesce(p -> 'unique', '[]')) c ("set" text, key text, action text)
      left join claim.taken t on t."set" = c."set" and t.key = c.key where c.action = 'take'),
    'beside', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('set', b."set", 'key', b.key, 'owner', b.owner)), '[]')
      from jsonb_to_recordset(coalesce(p -> 'unique', '[]')) c ("set" text, key text, action text)
      join claim.taken_beside b on b."set" = c."set" and b.key = c.key where c.action = 'take'),
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('record', k.record, 'active', k.active)), '[]')
      from jsonb_to_recordset(coalesce(p -> 'record', '[]')) c (record text, action text)
      join claim.record k on k.record = c.record where c.action = 'retire'),
    'periods', (
      select coalesce(jsonb_agg(jsonb_build_object('from', c."from", 'to', k.to_day, 'status', k.status, 'used', k.used)), '[]')
      from jsonb_to_recordset(coalesce(p -> 'period_change', '[]')) c ("from" date, status text)
      left join claim.period k on k.from_day = c."from" where c.status in ('closed', 'removed')));
end $$;
