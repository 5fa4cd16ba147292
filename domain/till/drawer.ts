/**
 * A till drawer: opened by a cashier with a float, counted blind, closed with over or short, and approved. The closing
 * can be reversed with a reason; receipts of the drawer are separate documents.
 */
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { wrongState } from '../values/refusal.ts';
import { reviewed, waits, withEntry, withReview } from './device-mark.ts';
import type { CloseDrawerInput, CountInput, OpenDrawerInput, PayInInput, PayoutInput } from './drawer.schema.ts';
import type { Counted, DrawerEvent, DrawerState } from './drawer-events.ts';
import {
  closingFacts,
  countFacts,
  type OpenedDrawer,
  type OpeningOf,
  openingFacts,
  type Printed,
  payInFacts,
  payoutFacts,
  reopened,
  reopeningFacts,
} from './drawer-rules.ts';
import type { Received } from './receipts/broken-rules.ts';
import { removedIn, type WithRemoved } from './removed-lines.ts';

/** Stream: `drawer-<id>` */
export const DRAWER = 'drawer';

// State.

function evolve(state: DrawerState, event: DrawerEvent): DrawerState {
  if (event.type === 'drawer.opened') {
    const { number, ...data } = event.data;
    const nothing = { payouts: [], payins: [], count: null, closing: null, closings: 0 };
    return { status: 'open', data, number, ...nothing, entries: withEntry([], event.type, data) };
  }
  if (state.status === 'none') return state;
  const entered = (data: Parameters<typeof withEntry>[2]) => ({ entries: withEntry(state.entries, event.type, data) });
  switch (event.type) {
    case 'drawer.paid_in':
      return { ...state, ...entered(event.data), payins: [...state.payins, event.data] };
    case 'drawer.paid_out':
      return { ...state, ...entered(event.data), payouts: [...state.payouts, event.data] };
    case 'drawer.counted':
      return { ...state, ...entered(event.data), status: 'counted', count: event.data };
    case 'drawer.closed':
      return { ...state, ...entered(event.data), status: 'closed', closing: event.data, closings: state.closings + 1 };
    case 'drawer.unclosed':
      return { ...state, status: 'open', data: reopened(state.data, event.data), count: null, closing: null };
    case 'drawer.approved':
      return { ...state, status: 'approved' };
    case 'drawer.noted':
      return { ...state, ...entered(event.data) };
    case 'drawer.reviewed':
      return { ...state, entries: withReview(state.entries, event.data) };
    default:
      return unreachable(event);
  }
}

// Commands.

/** `received` marks a command from a till, which has happened already (decisions/0074). */
interface FromTill {
  readonly received?: Received;
}

export type DrawerCommand =
  | ({ readonly type: 'open'; readonly input: OpenDrawerInput } & OpeningOf & FromTill)
  | ({ readonly type: 'pay_in'; readonly input: PayInInput } & FromTill)
  | ({ readonly type: 'pay_out'; readonly input: PayoutInput } & FromTill)
  | ({ readonly type: 'count'; readonly input: CountInput } & FromTill)
  | ({ readonly type: 'close'; readonly input: CloseDrawerInput; readonly printed?: readonly Printed[] } & FromTill &
      WithRemoved)
  | { readonly type: 'unclose'; readonly reason: string | null }
  | { readonly type: 'approve' }
  | { readonly type: 'review'; readonly note: string };

function decide(command: DrawerCommand, state: DrawerState, facts: Facts): readonly DrawerEvent[] {
  if (command.type === 'open') {
    if (state.status !== 'none') return [];
    const beside = command.isBeside ? { is_beside: true as const } : {};
    const data = { ...openingFacts(command.input, facts, command), ...beside, number: null };
    return [{ type: 'drawer.opened', v: 1, data }];
  }
  if (state.status === 'none') throw wrongState(state.status, possible(state));
  const refused = () => wrongState(state.status, possible(state));
  switch (command.type) {
    case 'pay_in':
      if (state.status !== 'open' && !command.received) throw refused();
      return [{ type: 'drawer.paid_in', v: 1, data: payInFacts(command.input, state, facts, command.received) }];
    case 'pay_out':
      if (state.status !== 'open' && !command.received) throw refused();
      return [{ type: 'drawer.paid_out', v: 1, data: payoutFacts(command.input, state, facts, command.received) }];
    case 'count':
    case 'close':
      return decideClosing(command, state, facts);
    case 'unclose':
      if (state.status === 'open') return [];
      if (state.status !== 'closed' || !state.closing) throw refused();
      return [{ type: 'drawer.unclosed', v: 1, data: reopeningFacts(command.reason, state.closing, facts) }];
    case 'approve':
      if (state.status === 'approved') return [];
      if (state.status !== 'closed') throw refused();
      return [{ type: 'drawer.approved', v: 1, data: {} }];
    case 'review':
      return reviewed(command.note, state.entries, facts).map((data) => ({ type: 'drawer.reviewed', v: 1, data }));
    default:
      return unreachable(command);
  }
}

function decideClosing(
  command: Extract<DrawerCommand, { readonly type: 'count' | 'close' }>,
  state: OpenedDrawer,
  facts: Facts,
): readonly DrawerEvent[] {
  const { received } = command;
  const isCounted = state.status === 'counted';
  const isPossible = command.type === 'count' ? state.status === 'open' || isCounted : isCounted;
  const removed = command.type === 'close' ? removedIn(command) : {};
  if (!isPossible && received) return noted({ ...command.input, ...removed }, received, state);
  if (command.type === 'count') {
    if (!isPossible) throw wrongState(state.status, possible(state));
    const data = countFacts(command.input, state.data, facts, received);
    const isSame = !received && JSON.stringify(data) === JSON.stringify(state.count);
    return isSame ? [] : [{ type: 'drawer.counted', v: 1, data }];
  }
  if (state.status === 'closed') return [];
  if (state.status !== 'counted' || !state.count) throw wrongState(state.status, possible(state));
  const { input, printed } = command;
  const more = { received, ...(printed ? { printed } : {}) };
  const data = closingFacts(input, state, state.count, facts, more);
  return [{ type: 'drawer.closed', v: 1, data: { ...data, ...removed } }];
}

/** Stores a till's count or closing for the review when the drawer is closed already or was not counted. */
function noted(
  input: (CountInput | CloseDrawerInput) & WithRemoved,
  { device, broken }: Received,
  state: OpenedDrawer,
): readonly DrawerEvent[] {
  const rule = state.status === 'open' ? 'drawer_not_counted' : 'drawer_is_not_open';
  const accounts = (input.accounts ?? []).flatMap((account): Counted[] =>
    'counted_amount' in account ? [{ account_fk: account.account_fk, counted_amount: account.counted_amount }] : [],
  );
  const content = { date: input.date, time: input.time ?? null, accounts, ...removedIn(input) };
  return [{ type: 'drawer.noted', v: 1, data: { ...content, device, broken: [...broken, { rule }] } }];
}

/** The transitions that the state allows. */
export function possible(state: DrawerState): readonly string[] {
  const { status } = state;
  const review = status !== 'none' && state.entries.some(waits) ? ['review'] : [];
  switch (status) {
    case 'none':
      return ['open'];
    case 'open':
      return ['pay_in', 'pay_out', 'count', ...review];
    case 'counted':
      return ['count', 'close', ...review];
    case 'closed':
      return ['unclose', 'approve', ...review];
    case 'approved':
      return review;
    default:
      return unreachable(status);
  }
}

export const drawer: Decider<DrawerState, DrawerCommand, DrawerEvent, Facts> = { initial: NOT_THERE, evolve, decide };
