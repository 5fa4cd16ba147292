/**
 * A stock count: the quantities of some items of an inventory at a moment. After approval, stock on hand at that
 * moment equals the counted quantity; the difference is calculated, and recalculated when an earlier movement is
 * entered later.
 */
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import type { DraftCommand, DraftState } from '../documents/draft.ts';
import { decideDraft, evolveDraft, isDraftCommand, possibleOf } from '../documents/draft.ts';
import { lifecycleEvents, withoutNumber } from '../documents/lifecycle-events.ts';
import { wrongState } from '../values/refusal.ts';
import type { InventoryAdjustmentInput } from './inventory-adjustment.schema.ts';
import type {
  Counters,
  InventoryAdjustment,
  InventoryAdjustmentEvent,
  InventoryAdjustmentStored,
} from './inventory-adjustment-events.ts';
import { adjustmentFacts, checkApproved } from './inventory-adjustment-rules.ts';

/** Stream: `inventory_adjustment-<id>` */
export const INVENTORY_ADJUSTMENT = 'inventory_adjustment';

const { event, happened } = lifecycleEvents<typeof INVENTORY_ADJUSTMENT, InventoryAdjustmentStored>(
  INVENTORY_ADJUSTMENT,
);

// State.

export type InventoryAdjustmentState =
  | DraftState<InventoryAdjustment>
  | { readonly status: 'approved'; readonly data: InventoryAdjustment; readonly number: string | null };

function evolve(state: InventoryAdjustmentState, stored: InventoryAdjustmentEvent): InventoryAdjustmentState {
  const change = happened(stored);
  switch (change.happened) {
    case 'approved':
      return { status: 'approved', ...withoutNumber(change.data) };
    case 'returned_to_draft':
      return state.status === 'approved' ? { ...state, status: 'draft' } : state;
    default:
      return evolveDraft(state, change);
  }
}

// Commands.

export type InventoryAdjustmentCommand =
  | (DraftCommand<InventoryAdjustmentInput> & { readonly of?: Required<Counters> })
  | { readonly type: 'approve' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

function decide(
  command: InventoryAdjustmentCommand,
  state: InventoryAdjustmentState,
  facts: Facts,
): readonly InventoryAdjustmentEvent[] {
  const transitions = possible(state);
  if (isDraftCommand(command)) {
    return decideDraft(INVENTORY_ADJUSTMENT, command, state, {
      possible: transitions,
      facts: (input: InventoryAdjustmentInput) =>
        adjustmentFacts(input, facts, { of: command.of, before: state.status === 'draft' ? state.data : undefined }),
      isSame: (data: InventoryAdjustment) => state.status === 'draft' && isSameCount(data, state.data),
    });
  }
  switch (command.type) {
    case 'approve':
      if (state.status === 'approved') return [];
      if (state.status !== 'draft') throw wrongState(state.status, transitions);
      checkApproved(state.data, facts);
      return [event('approved', { ...state.data, number: state.number })];
    case 'return_to_draft':
      if (state.status === 'draft') return [];
      if (state.status !== 'approved') throw wrongState(state.status, transitions);
      return [event('returned_to_draft', { reason: command.reason })];
    default:
      return unreachable(command);
  }
}

/** Compares without the time unless it was entered, because it changes with every command. */
function isSameCount(after: InventoryAdjustment, before: InventoryAdjustment): boolean {
  const time = after.is_timed ? after.time : before.time;
  return JSON.stringify({ ...after, time }) === JSON.stringify(before);
}

export const possible = (state: InventoryAdjustmentState): readonly string[] =>
  possibleOf(state, 'approve', { approved: ['return_to_draft'] });

export const inventoryAdjustment: Decider<
  InventoryAdjustmentState,
  InventoryAdjustmentCommand,
  InventoryAdjustmentEvent,
  Facts
> = { initial: { status: 'none' }, evolve, decide };
