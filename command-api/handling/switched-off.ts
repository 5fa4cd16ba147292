/**
 * A module that is switched off takes no command, also one that was under way when it was switched off: the guard has seen
 * the settings of the moment of the request, and the decision those in which it is stored (decisions/0171).
 */

import { isOfModule, offFeatureOf } from '../../domain/organisation/features.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { type CommandContext, SETTINGS_STREAM } from '../aggregates/command-context.ts';
import type { CommandRequest } from './command-request.ts';
import type { DecisionReads } from './decision-reads.ts';

/** What a till reports has happened, and is stored. Throws Refusal `wrong_state` with the name of the switch. */
export function refuseSwitchedOff(
  { declaration: { resource }, isOfTill, isOfProgram }: CommandRequest,
  loaded: Pick<CommandContext, 'record' | 'revisionOf'>,
  reads: Pick<DecisionReads, 'stream'>,
): void {
  if (isOfTill || isOfProgram || !isOfModule(resource)) return;
  const revision = loaded.revisionOf(SETTINGS_STREAM);
  // The append is refused and the decision made again when the settings change before it.
  if (revision !== undefined) reads.stream(SETTINGS_STREAM, revision);
  const feature = offFeatureOf(loaded.record('system_setting', 1)?.data, resource);
  if (feature) throw new Refusal('wrong_state', [{ field: feature, message: 'switched_off' }]);
}
