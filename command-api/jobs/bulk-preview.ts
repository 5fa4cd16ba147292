/**
 * The rows that a bulk action would skip, with reasons: missing rows or rows outside of the user's scope, rows in
 * another state, and for small selections all refusals of a dry run of each row (by its decider, or by claims such as
 * stock, cash and closed periods). Each row is checked against the present data, not against the other rows.
 */

import { randomUUID } from 'node:crypto';
import type { BulkAction } from '../../domain/records/bulk.ts';
import { defined } from '../../domain/values/defined.ts';
import type { Language } from '../../domain/values/language.ts';
import { Refusal, wrongState } from '../../domain/values/refusal.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import type { Person } from '../../identity/person.ts';
import type { LoadedAggregate } from '../aggregates/aggregate-repository.ts';
import { type AggregateType, streamOf, titleOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { inScope, isOfResource } from '../handling/scope.ts';
import { refusalOfRow, rowLeft, type SkippedRow } from './bulk.ts';

/** Number of states read at once. */
const BATCH = 500;
/** Maximum number of rows with a dry run. */
const DECIDED_MAX = 200;
const REASON_SHOWN = '…';

export interface BulkPreview {
  readonly ready: number;
  readonly left: readonly SkippedRow[];
}

export interface TriedBulk {
  readonly preview: BulkPreview;
  /** A row would be refused because of a balance that the person may not see, and counts as ready. */
  readonly isUntold: boolean;
}

export interface BulkRequest {
  readonly kind: AggregateType;
  readonly action: BulkAction;
  readonly ids: readonly number[];
  /** The revision of each row that the user has seen. */
  readonly revisions: readonly number[];
}

export async function previewOfBulk(
  commands: Commands,
  requested: BulkRequest,
  person: Person,
  language: Language,
): Promise<TriedBulk> {
  const { kind, ids } = requested;
  const left: SkippedRow[] = [];
  let isUntold = false;
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const states = await commands.handler.states.read(batch.map((id) => streamOf(kind.kind, id)));
    for (const [index, id] of batch.entries()) {
      const folded = defined(states.get(streamOf(kind.kind, id)));
      const row = { id, folded, revision: defined(requested.revisions[from + index]) };
      const refusal = isThere(kind, id, folded, person)
        ? await refusalOf(commands, requested, row, person)
        : notFound();
      if (refusal === 'untold') isUntold = true;
      if (!refusal || refusal === 'untold') continue;
      const title = refusal.code === 'not_found' ? null : titleOf(kind, folded.state, language);
      left.push(rowLeft(id, title, refusal, language));
    }
  }
  return { preview: { ready: ids.length - left.length, left }, isUntold };
}

interface Row {
  readonly id: number;
  readonly folded: LoadedAggregate;
  readonly revision: number;
}

async function refusalOf(
  commands: Commands,
  requested: BulkRequest,
  row: Row,
  person: Person,
): Promise<Refusal | 'untold' | undefined> {
  const { action, ids } = requested;
  if (row.folded.revision !== row.revision) return new Refusal('stale', [{ field: '', message: 'changed_since' }]);
  if (!action.isPossible(row.folded.state)) return stateOf(action, row.folded);
  return ids.length <= DECIDED_MAX ? decided(commands, requested, row, person) : undefined;
}

const isThere = (kind: AggregateType, id: number, { state, revision }: LoadedAggregate, person: Person): boolean =>
  revision !== NO_STREAM && inScope(kind, id, state, person) && isOfResource(kind.declaration, state);

const notFound = () => new Refusal('not_found', [{ field: '', message: 'not_found' }]);

/** Records have no transitions: the record is in the requested state already. */
function stateOf(action: BulkAction, { state }: LoadedAggregate): Refusal {
  const possible = action.possible(state);
  return possible.length > 0
    ? wrongState(state.status, possible)
    : new Refusal('wrong_state', [{ field: '', message: 'nothing_to_change' }]);
}

async function decided(
  { handler }: Commands,
  { kind, action }: BulkRequest,
  { id, revision }: Row,
  actor: Person,
): Promise<Refusal | 'untold' | undefined> {
  try {
    const reason = action.reasoned ? REASON_SHOWN : null;
    const request = { declaration: kind.declaration, id, commands: action.commands(reason), body: {}, actor };
    const dry = { ...request, expectedRevision: revision, commandId: randomUUID(), dryRun: true };
    return (await handler.handle(dry)).isUntold ? 'untold' : undefined;
  } catch (error) {
    return refusalOfRow(error);
  }
}
