/** How a person takes back by hand what an import has made: the actions that its kind declares, in order. */
import type { BulkAction } from '../../../domain/records/bulk.ts';
import type { AggregateState, AggregateType } from '../../aggregates/aggregate-types.ts';
import { bulkActionsOf } from '../../jobs/bulk-actions.ts';

/** A record is deleted; a draft is discarded, what has counted is reversed, and prices in force are deactivated. */
const ENDS = ['delete', 'discard', 'reverse', 'deactivate'] as const;
/** A document that has counted and is not reversed at once becomes a draft first, which has a number then. */
const TO_DRAFT = ['return_to_draft', 'reopen'] as const;
const END_OF_DRAFT = 'reverse';

/** Statuses of what is taken back already. */
const GONE: ReadonlySet<string> = new Set(['none', 'retired', 'inactive', 'discarded', 'reversed']);
export const isGone = ({ status }: AggregateState): boolean => GONE.has(status);

/** Undefined when its state allows none of them. */
export function stepsBack(kind: AggregateType, state: AggregateState): readonly BulkAction[] | undefined {
  const actions = bulkActionsOf(kind);
  const named = (name: string) => actions.find((action) => action.name === name);
  const possible = (names: readonly string[]) =>
    names.flatMap((name) => named(name) ?? []).find((action) => action.isPossible(state));
  const end = possible(ENDS);
  if (end) return [end];
  const toDraft = possible(TO_DRAFT);
  const then = named(END_OF_DRAFT);
  return toDraft && then ? [toDraft, then] : undefined;
}
