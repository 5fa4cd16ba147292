/**
 * A count: what is there of some items of an inventory at a moment. When it is approved, stock is what was counted
 * from that moment on; the difference is worked out, and changes when something is entered for before it.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { InventoryAdjustmentInput } from './inventory-adjustment.schema.ts';
import type { InventoryAdjustment, InventoryAdjustmentEvent } from './inventory-adjustment-events.ts';
import { adjustmentFacts, checkApproved } from './inventory-adjustment-rules.ts';

export type {
  InventoryAdjustment,
  InventoryAdjustmentEvent,
  InventoryAdjustmentLine,
} from './inventory-adjustment-events.ts';

/** Stream: `inventory_adjustment-<id>` */
export const INVENTORY_ADJUSTMENT = 'inventory_adjustment';

// State

export type InventoryAdjustmentState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly data: InventoryAdjustment }
  | { readonly status: 'draft' | 'approved'; readonly data: InventoryAdjustment; readonly number: string | null };

function evolve(state: InventoryAdjustmentState, event: InventoryAdjustmentEvent): InventoryAdjustmentState {
  switch (event.type) {
    case 'inventory_adjustment.drafted':
      return { status: 'draft', data: event.data, number: null };
    case 'inventory_adjustment.draft_changed':
      return state.status === 'draft' ? { ...state, data: event.data } : state;
    case 'inventory_adjustment.discarded':
      return state.status === 'draft' ? { status: 'discarded', data: state.data } : state;
    case 'inventory_adjustment.approved': {
      const { number, ...data } = event.data;
      return { status: 'approved', data, number };
    }
    case 'inventory_adjustment.returned_to_draft':
      return state.status === 'approved' ? { ...state, status: 'draft' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type InventoryAdjustmentCommand =
  | { readonly type: 'draft'; readonly input: InventoryAdjustmentInput }
  | { readonly type: 'change'; readonly input: InventoryAdjustmentInput }
  | { readonly type: 'discard' }
  | { readonly type: 'approve' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

function decide(
  command: InventoryAdjustmentCommand,
  state: InventoryAdjustmentState,
  facts: Facts,
): readonly InventoryAdjustmentEvent[] {
  const refused = () => wrongState(state.status, possible(state));
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'inventory_adjustment.drafted', v: 1, data: adjustmentFacts(command.input, facts) }];
    case 'change': {
      if (state.status !== 'draft') throw refused();
      const data = adjustmentFacts(command.input, facts);
      return saysTheSame(data, state.data) ? [] : [{ type: 'inventory_adjustment.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft' || state.number !== null) throw refused();
      return [{ type: 'inventory_adjustment.discarded', v: 1, data: {} }];
    case 'approve': {
      if (state.status === 'approved') return [];
      if (state.status !== 'draft') throw refused();
      checkApproved(state.data, facts);
      const { data, number } = state;
      return [{ type: 'inventory_adjustment.approved', v: 1, data: { ...data, number } }];
    }
    case 'return_to_draft':
      if (state.status === 'draft') return [];
      if (state.status !== 'approved') throw refused();
      return [{ type: 'inventory_adjustment.returned_to_draft', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** Who sends a count again as it is has not counted, and did not count at another moment. */
function saysTheSame(a: InventoryAdjustment, b: InventoryAdjustment): boolean {
  const { counted_by } = b;
  return JSON.stringify({ ...a, counted_by, time: a.is_timed ? a.time : b.time }) === JSON.stringify(b);
}

/** The transitions that are possible now; the screen shows these, the API refuses the others with them. */
export function possible(state: InventoryAdjustmentState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['draft'];
    case 'draft':
      // Its number is taken: discarding it would leave a gap.
      return state.number === null ? ['change', 'approve', 'discard'] : ['change', 'approve'];
    case 'approved':
      return ['return_to_draft'];
    case 'discarded':
      return [];
    default:
      return unreachable(state);
  }
}

export const inventoryAdjustment: Decider<
  InventoryAdjustmentState,
  InventoryAdjustmentCommand,
  InventoryAdjustmentEvent,
  Facts
> = { initial: { status: 'none' }, evolve, decide };
