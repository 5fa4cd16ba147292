/**
 * A drawer of a till: opened by a cashier with a float, counted blind, closed with what is over or short, and
 * approved. Closing can be taken back with a reason; the receipts of the drawer are documents of their own.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { CloseDrawerInput, CountInput, OpenDrawerInput, PayoutInput } from './drawer.schema.ts';
import type { DrawerEvent, DrawerState } from './drawer-events.ts';
import { closingFacts, countFacts, openingFacts, payoutFacts } from './drawer-rules.ts';

export type {
  ClosedAccount,
  Closing,
  Count,
  Counted,
  Drawer,
  DrawerAccount,
  DrawerEvent,
  DrawerState,
  Payout,
} from './drawer-events.ts';

/** Stream: `drawer-<id>` */
export const DRAWER = 'drawer';

// State

function evolve(state: DrawerState, event: DrawerEvent): DrawerState {
  if (event.type === 'drawer.opened') {
    const { number, ...data } = event.data;
    return { status: 'open', data, number, payouts: [], count: null, closing: null, closings: 0 };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'drawer.paid_out':
      return { ...state, payouts: [...state.payouts, event.data] };
    case 'drawer.counted':
      return { ...state, status: 'counted', count: event.data };
    case 'drawer.closed':
      return { ...state, status: 'closed', closing: event.data, closings: state.closings + 1 };
    case 'drawer.unclosed':
      return { ...state, status: 'open', count: null, closing: null };
    case 'drawer.approved':
      return { ...state, status: 'approved' };
    default:
      return unreachable(event);
  }
}

// Commands

export type DrawerCommand =
  | { readonly type: 'open'; readonly input: OpenDrawerInput }
  | { readonly type: 'pay_out'; readonly input: PayoutInput }
  | { readonly type: 'count'; readonly input: CountInput }
  | { readonly type: 'close'; readonly input: CloseDrawerInput }
  | { readonly type: 'unclose'; readonly reason: string | null }
  | { readonly type: 'approve' };

function decide(command: DrawerCommand, state: DrawerState, facts: Facts): readonly DrawerEvent[] {
  if (command.type === 'open') {
    if (state.status !== 'none') return [];
    return [{ type: 'drawer.opened', v: 1, data: { ...openingFacts(command.input, facts), number: null } }];
  }
  if (state.status === 'none') throw wrongState(state.status, possible(state));
  const refused = () => wrongState(state.status, possible(state));
  switch (command.type) {
    case 'pay_out':
      if (state.status !== 'open') throw refused();
      return [{ type: 'drawer.paid_out', v: 1, data: payoutFacts(command.input, state, facts) }];
    case 'count': {
      if (state.status !== 'open' && state.status !== 'counted') throw refused();
      const data = countFacts(command.input, state.data, facts);
      return JSON.stringify(data) === JSON.stringify(state.count) ? [] : [{ type: 'drawer.counted', v: 1, data }];
    }
    case 'close':
      if (state.status === 'closed') return [];
      if (state.status !== 'counted' || !state.count) throw refused();
      return [{ type: 'drawer.closed', v: 1, data: closingFacts(command.input, state, state.count, facts) }];
    case 'unclose':
      if (state.status === 'open') return [];
      if (state.status !== 'closed' || !state.closing) throw refused();
      return [{ type: 'drawer.unclosed', v: 1, data: { reason: command.reason, taken_back: state.closing } }];
    case 'approve':
      if (state.status === 'approved') return [];
      if (state.status !== 'closed') throw refused();
      return [{ type: 'drawer.approved', v: 1, data: {} }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible({ status }: DrawerState): readonly string[] {
  switch (status) {
    case 'none':
      return ['open'];
    case 'open':
      return ['pay_out', 'count'];
    case 'counted':
      return ['count', 'close'];
    case 'closed':
      return ['unclose', 'approve'];
    case 'approved':
      return [];
    default:
      return unreachable(status);
  }
}

export const drawer: Decider<DrawerState, DrawerCommand, DrawerEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
