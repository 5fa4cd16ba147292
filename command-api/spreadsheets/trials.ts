/** Tries claims of many commands in groups, by appends that store nothing. */
import { randomUUID } from 'node:crypto';
import type { Claim } from '../../domain/deciding/claim.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import type { Issue } from '../../domain/values/refusal.ts';
import { type Append, BatchTooLarge, ClaimsRefused, NO_STREAM } from '../../event-store/port.ts';
import { refusedClaims } from '../claims/refusals.ts';
import type { Commands } from '../commands/open-commands.ts';

export interface Trial {
  /** Index of the command within the request. */
  readonly index: number;
  readonly events: readonly DomainEvent[];
  readonly claims: readonly Claim[];
}

type Tried = ReadonlyMap<number, readonly Issue[]>;

/** Issues of refused commands by index; `together` is the number of commands in one append. */
export async function trialIssues(
  commands: Pick<Commands, 'kinds' | 'store'>,
  trials: readonly Trial[],
  facts: Facts,
  together: number,
): Promise<Tried> {
  const found = new Map<number, readonly Issue[]>();
  for (let from = 0; from < trials.length; from += together) {
    const issues = await groupIssues(commands, trials.slice(from, from + together), facts);
    for (const [index, list] of issues) found.set(index, list);
  }
  return found;
}

async function groupIssues(
  commands: Pick<Commands, 'kinds' | 'store'>,
  group: readonly Trial[],
  facts: Facts,
): Promise<Tried> {
  try {
    await commands.store.tryAppend(batchOf(group));
    return new Map();
  } catch (error) {
    if (error instanceof ClaimsRefused) return byTrial(refusedClaims(error.refusals, commands.kinds, facts).issues);
    if (!(error instanceof BatchTooLarge)) throw error;
    const [first, ...others] = group;
    if (!first || others.length > 0) return trialIssues(commands, group, facts, 1);
    return new Map([[first.index, [{ field: '', message: 'body_too_large' }]]]);
  }
}

/** Uses unused streams, because nothing is stored. Fields of the claims start with the index of their command. */
function batchOf(group: readonly Trial[]): Append {
  const commandId = randomUUID();
  return {
    commandId,
    writes: group.map(({ index, events }) => ({
      stream: `trial-${index}`,
      expectedRevision: NO_STREAM,
      events: events.map((event) => ({ ...event, id: commandId })),
    })),
    // Number claims are left out, because no number is assigned.
    claims: group.flatMap(({ index, claims }) =>
      claims.flatMap((claim) => ('field' in claim ? [{ ...claim, field: `${index} ${claim.field}` }] : [])),
    ),
    meta: { actor: '', commandId },
  };
}

function byTrial(issues: readonly Issue[]): Tried {
  const found = new Map<number, Issue[]>();
  for (const issue of issues) {
    const [, index = '', field = ''] = /^(\d+) (.*)$/s.exec(issue.field) ?? [];
    found.set(Number(index), [...(found.get(Number(index)) ?? []), { ...issue, field }]);
  }
  return found;
}
