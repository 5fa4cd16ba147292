/**
 * Additional claims and events when a changed costing rule is committed: its first day must be open, and the setting
 * takes the new value.
 */

import type { Claim } from '../../domain/deciding/claim.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import type { Recalculation } from '../../domain/ledger/recalculation.ts';
import { fixAverageScope } from '../../domain/registry/system-setting.record.ts';
import { defined } from '../../domain/values/defined.ts';
import { validDate } from '../../domain/values/effective-date.ts';
import { load, SETTINGS_STREAM } from '../aggregates/command-context.ts';
import { refuseLockedRule } from '../claims/locked-days.ts';
import type { Commands } from '../commands/open-commands.ts';
import { decide, factsOf } from '../handling/decision.ts';
import { DecisionReads } from '../handling/decision-reads.ts';
import type { PlannedCorrection } from './rate-correction.ts';

export async function plannedSetting(
  { handler, kinds }: Commands,
  { date, average_scope: scope, item_fk, inventory_fk }: Recalculation,
  actor: Actor,
): Promise<PlannedCorrection> {
  const kind = defined(kinds.get('system_setting'));
  const loaded = await load(kinds, handler.states, kind, SETTINGS_STREAM, {});
  const { revision, state } = loaded.own;
  const reads = new DecisionReads();
  const facts = factsOf(loaded, { actor, moment: new Date(), reads });
  refuseLockedRule(date, facts);
  const open: Claim = { kind: 'period', day: validDate(date), field: 'date' };
  const isForAll = scope !== undefined && item_fk.length === 0 && inventory_fk.length === 0;
  const decision = decide(kind, isForAll ? [{ type: 'amend', changed: { average_scope: scope } }] : [], state, facts);
  return {
    stream: SETTINGS_STREAM,
    revision,
    decision,
    claims: isForAll ? [open, ...fixAverageScope(scope)] : [open],
    reads: reads.besides([SETTINGS_STREAM]),
  };
}
