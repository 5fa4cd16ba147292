/**
 * What an action on many rows would leave, and why: rows that are not there or not the person's, rows whose state does
 * not let it, and of a selection that is small enough what the decider refuses. What other documents forbid (stock,
 * cash, a closed period) is known only when it is stored, and told in the result.
 */
import { randomUUID } from 'node:crypto';
import type { BulkAction } from '../../domain/kernel/bulk.ts';
import { Refusal, wrongState } from '../../domain/kernel/refusal.ts';
import type { Language } from '../../domain/messages/say.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import type { Person } from '../../identity/person.ts';
import { type Kind, streamOf, titleOf } from '../handling/kinds.ts';
import type { Commands } from '../handling/open-commands.ts';
import { inScope, isOfResource } from '../handling/scope.ts';
import type { Folded } from '../handling/states.ts';
import { type RowLeft, rowLeft } from './bulk.ts';

/** States are read so many at a time. */
const BATCH = 500;
/** The decider of each is asked up to so many rows. */
const DECIDED_MAX = 200;
const REASON_SHOWN = '…';

export interface BulkPreview {
  readonly ready: number;
  readonly left: readonly RowLeft[];
}

export async function previewOfBulk(
  commands: Commands,
  kind: Kind,
  action: BulkAction,
  ids: readonly number[],
  person: Person,
  language: Language,
): Promise<BulkPreview> {
  const left: RowLeft[] = [];
  const leave = (id: number, title: string | null, refusal: Refusal): void => {
    left.push(rowLeft(id, title, refusal, language));
  };
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const states = await commands.handler.states.read(batch.map((id) => streamOf(kind.kind, id)));
    for (const id of batch) {
      const folded = states.get(streamOf(kind.kind, id)) as Folded;
      if (!isThere(kind, id, folded, person)) leave(id, null, notFound());
      else if (!action.isPossible(folded.state)) leave(id, titleOf(kind, folded.state), stateOf(action, folded));
      else if (ids.length <= DECIDED_MAX) {
        const refusal = await decided(commands, kind, action, id, person);
        if (refusal) leave(id, titleOf(kind, folded.state), refusal);
      }
    }
  }
  return { ready: ids.length - left.length, left };
}

const isThere = (kind: Kind, id: number, { state, revision }: Folded, person: Person): boolean =>
  revision !== NO_STREAM && inScope(kind, id, state, person) && isOfResource(kind.declaration, state);

const notFound = () => new Refusal('not_found', [{ field: '', message: 'not_found' }]);

/** A record says no transitions: it is so already. */
function stateOf(action: BulkAction, { state }: Folded): Refusal {
  const possible = action.possible(state);
  return possible.length > 0
    ? wrongState(state.status, possible)
    : new Refusal('wrong_state', [{ field: '', message: 'nothing_to_change' }]);
}

async function decided(
  { handler }: Commands,
  kind: Kind,
  action: BulkAction,
  id: number,
  actor: Person,
): Promise<Refusal | undefined> {
  try {
    const reason = action.reasoned ? REASON_SHOWN : null;
    const request = { declaration: kind.declaration, id, commands: action.commands(reason), body: {}, actor };
    await handler.handle({ ...request, commandId: randomUUID(), dryRun: true });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
