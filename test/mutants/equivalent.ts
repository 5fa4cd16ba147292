/**
 * Mutants that no test can catch, because the program is the same with them. The key is the one that `npm run
 * test:mutants` prints for a survivor; each has its reason. A mutant that a test could catch does not belong here.
 */
export interface Equivalent {
  readonly key: string;
  readonly why: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    key: 'domain/costing/layers.ts: && for ||: !last || rest === 0n: 1',
    why: 'Nothing is split off for a rest of zero, and a layer stays whenever goods stay.',
  },
  {
    key: 'domain/costing/layers.ts: <= for <: layer.value + left < 0n: 1',
    why: 'A layer that ends at zero has taken the same amount by both branches.',
  },
  {
    key: 'domain/costing/parts.ts: / for *: share.value * times: 1',
    why: 'A movement is added once or removed once: 1 and -1 multiply and divide alike.',
  },
  {
    key: 'domain/costing/rules.ts: <= for <: a.from < b.from: 1',
    why: 'Two stretches never begin on one day.',
  },
  {
    key: 'domain/costing/rules.ts: >= for >: from > last: 1',
    why: 'The day that is taken again is the same day.',
  },
  {
    key: 'domain/costing/sharing.ts: <= for <: off < 0n: 1',
    why: 'Zero is its own opposite.',
  },
  {
    key: 'domain/costing/sharing.ts: <= for <: quantity < 0n: 2',
    why: 'A quantity of zero has returned before.',
  },
  {
    key: 'domain/costing/valuation.ts: >= for >: before.quantity > 0n: 1',
    why: 'A balance of zero has returned before.',
  },
  {
    key: 'domain/costing/valuation.ts: >= for >: before.quantity > 0n: 2',
    why: 'A balance of zero has returned before.',
  },
  {
    key: 'domain/costing/valuation.ts: >= for >: quantity > 0n: 4',
    why: 'It is asked of a quantity that is not zero.',
  },
  {
    key: 'domain/costing/valuation.ts: >= for >: left > 0n: 1',
    why: 'When nothing is left, both branches take the whole value.',
  },
  {
    key: 'domain/costing/valuation.ts: <= for <: before.value + given < 0n: 1',
    why: 'At a sum of zero both branches are the same amount.',
  },
  {
    key: 'domain/entries/added-postings.ts: && for ||: before.length === 0 || after.length === 0: 1',
    why: 'It saves a comparison, whose result would be the same.',
  },
  {
    key: "domain/documents/rate-correction.ts: && for ||: typeof value !== 'object' || value === null: 1",
    why: 'What has no members is returned as it is, by both ways.',
  },
  {
    key: 'domain/posting/direct-adjustment.ts: <= for <: movement.quantity < 0n: 1',
    why: 'Lines of zero are refused.',
  },
  {
    key: 'domain/entries/entry.ts: / for *: quantity(count) * sign: 1',
    why: 'The sign is 1 or -1, which multiply and divide alike.',
  },
  {
    key: 'domain/entries/entry.ts: without the filter: lines.filter((line) => line.amount !== 0n): 1',
    why: 'Lines of zero are neither debits nor credits, and are left out by that.',
  },
  {
    key: 'domain/entries/entry.ts: <= for <: line.amount < 0n: 1',
    why: 'Lines of zero were left out before.',
  },
  {
    key: 'domain/entries/entry.ts: every for some: side.some((line) => line.open !== undefined): 1',
    why: 'It is asked of a side of one line, where some and every are the same.',
  },
  {
    key: 'domain/posting/online-order.ts: >= for >: amount > 0n: 1',
    why: 'A prepayment of zero is refused.',
  },
  {
    key: 'domain/sales/returned-gifts.ts: >= for >: held > owed: 1',
    why: 'When both are the same, their difference is zero.',
  },
  {
    key: 'domain/batches/returned-batches.ts: <= for <: count < 0n: 1',
    why: 'Zero is what it returns for it by both branches.',
  },
  {
    key: "migrations/functions/claim.apply_reservations.sql: <= for <: case when split_part(c.owner, '-', 2)::int < split_part(t.owner, '-', 2)::int then t.owner else c.ow: 1",
    why: 'Two owners have different numbers.',
  },
  {
    key: "migrations/functions/claim.apply_reservations.sql: <= for <: then split_part(excluded.owner, '-', 2)::int < split_part(taken.owner, '-', 2)::int else true end;: 1",
    why: 'Two owners have different numbers.',
  },
  {
    key: 'migrations/functions/claim.changes.sql: >= for >: join claim.count k on k.key = claim.counted_with(c.key) and k.at > coalesce(c.at, c.day): 1',
    why: 'A count is half a second later than any change; and the long way gives the same.',
  },
  {
    key: "migrations/functions/claim.changes.sql: > for >=: where l.key >= 'batch' || substr(c.key, 6) || ':' and l.key < 'batch' || substr(c.key, 6) || ':' || : 1",
    why: 'A batch has a name after the colon.',
  },
  {
    key: "migrations/functions/claim.changes.sql: <= for <: where l.key >= 'batch' || substr(c.key, 6) || ':' and l.key < 'batch' || substr(c.key, 6) || ':' || : 1",
    why: 'No key ends with the character 127.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: > for >=: select bool_and(c.first_day >= l.last_day and (c.floor is null or l.total + c.down >= c.floor): 1',
    why: 'The short way is left out more often; the long one gives the same.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: > for >=: select bool_and(c.first_day >= l.last_day and (c.floor is null or l.total + c.down >= c.floor): 2',
    why: 'The short way is left out more often; the long one gives the same.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: < for <=: and (c.ceiling is null or l.total + c.up <= c.ceiling)): 1',
    why: 'The short way is left out more often; the long one gives the same.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: <= for <: max(floor) filter (where delta < 0) as floor, min(ceiling) filter (where delta > 0) as ceiling: 1',
    why: 'The short way is left out more often; the long one gives the same.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: >= for >: max(floor) filter (where delta < 0) as floor, min(ceiling) filter (where delta > 0) as ceiling: 1',
    why: 'The short way is left out more often; the long one gives the same.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: <= for <: having bool_or(c.floor is not null and c.delta < 0) or bool_or(c.ceiling is not null and c.delta > 0: 1',
    why: 'More keys are looked at; a change of zero breaks no limit below.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: >= for >: having bool_or(c.floor is not null and c.delta < 0) or bool_or(c.ceiling is not null and c.delta > 0: 1',
    why: 'More keys are looked at; a change of zero breaks no limit below.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: or for and: having bool_or(c.floor is not null and c.delta < 0) or bool_or(c.ceiling is not null and c.delta > 0: 1',
    why: 'More keys are looked at; a missing limit is not broken below.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: or for and: having bool_or(c.floor is not null and c.delta < 0) or bool_or(c.ceiling is not null and c.delta > 0: 2',
    why: 'More keys are looked at; a missing limit is not broken below.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: >= for >: cross join lateral (select k.* from claim.level_day k where k.key = s.key and k.day > s.first_day of: 1',
    why: 'The first day is looked at anyway, and what was kept on it is no later change of any day.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: >= for >: where l.last_day > s.first_day: 1',
    why: 'It saves a look-up of later days, of which there are none.',
  },
  {
    key: 'migrations/functions/claim.pending_commands.sql: >= for >: select i.command_id, case when i.created_at > clock_timestamp() then 2147483647: 1',
    why: 'An intent is not made in the microsecond in which it is looked at.',
  },
  {
    key: 'migrations/functions/claim.reserve_attempt.sql: <= for <: and not exists (select from claim.intent i where i.stuck is null and i.created_at < clock_timestamp(: 1',
    why: 'A boundary of a microsecond of the clock.',
  },
  {
    key: 'migrations/functions/claim.settle_attempt.sql: <= for <: update claim.clock c set position = p_position where c.position < p_position;: 1',
    why: 'The same position is written again.',
  },
  {
    key: `migrations/functions/claim.undo_of.sql: or for and: join claim.taken_beside b on b."set" = c."set" and b.key = c.key where c.action = 'take'),: 1`,
    why: 'More of those who stood there before are noted; only the new ones are taken away.',
  },
  {
    key: `migrations/functions/claim.apply_releases.sql: or for and: on c.action = 'release' and o."set" = c."set" and o.key = c.key: 1`,
    why: 'A code without a holder, of which there are others beside, is one that the batch has just released.',
  },
  {
    key: `migrations/functions/claim.apply_releases.sql: or for and: on c.action = 'release' and o."set" = c."set" and o.key = c.key: 2`,
    why: 'A code without a holder, of which there are others beside, is one that the batch has just released.',
  },
  {
    key: 'migrations/functions/claim.changes.sql: or for and: join claim.count k on k.key = claim.counted_with(c.key) and k.at > coalesce(c.at, c.day): 1',
    why: 'The short way is left out more often; the long one gives the same.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: and for or: select bool_and(c.first_day >= l.last_day and (c.floor is null or l.total + c.down >= c.floor): 1',
    why: 'Without a floor it is unknown, which counts as true here; with one the long way is gone, which gives the same.',
  },
  {
    key: 'migrations/functions/claim.level_refusals.sql: and for or: and (c.ceiling is null or l.total + c.up <= c.ceiling)): 1',
    why: 'Without a ceiling it is unknown, which counts as true here; with one the long way is gone, which gives the same.',
  },
  {
    key: 'migrations/functions/claim.levels_digest.sql: <= for <: from claim.level l where l.open and l.key ^@ p_prefix and l.key >= p_prefix and l.key < p_prefix || : 1',
    why: 'No key ends with the character 127.',
  },
  {
    key: `migrations/functions/claim.unique_refusals.sql: <= for <: select e.owner from c e where e.action = 'take' and e."set" = c."set" and e.key = c.key and e.i < c.: 1`,
    why: 'The claim itself comes after those before it, and its owner is no other.',
  },
];
