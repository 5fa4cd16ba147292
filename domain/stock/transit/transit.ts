/**
 * The lifecycle of transfers of goods between two inventories: pending, sent, received in parts or as a whole. A
 * document provides its facts and its rules; the events have the same shapes.
 */

import { arrivedOf, sentOf } from '../../batches/arrived.ts';
import { type Decider, unreachable } from '../../deciding/decider.ts';
import type { Facts } from '../../deciding/facts.ts';
import { type Happened, lifecycleEvents, withoutNumber } from '../../documents/lifecycle-events.ts';
import { ofDraft, postedNow } from '../../values/posting-time.ts';
import { wrongState } from '../../values/refusal.ts';
import { type ChargeCommand, decidedCharge, possibleCharges, withCharge, withoutCharge } from './charged-later.ts';
import type { ReceiveTransitInput } from './transit.schema.ts';
import type { Arrival, OnItsWay, Transit, TransitEvent, TransitStored } from './transit-events.ts';
import { checkArrivedAlready, checkOutletOfNumber, checkSender, checkSent, nextArrival } from './transit-rules.ts';

export type TransitState<Data> =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly data: Data }
  | { readonly status: 'pending'; readonly data: Data; readonly number: string | null }
  | OnItsWay<Data>;

export type TransitCommand<Input> =
  | { readonly type: 'enter'; readonly input: Input }
  /** Drafts and sends in one step. */
  | { readonly type: 'enter_sent'; readonly input: Input }
  | { readonly type: 'change'; readonly input: Input }
  | { readonly type: 'discard' }
  | { readonly type: 'send' }
  | { readonly type: 'receive'; readonly input: ReceiveTransitInput }
  | ChargeCommand
  | { readonly type: 'return_to_pending'; readonly reason: string | null };

export interface TransitRules<Input, Data> {
  /** Returns the data that the events store; throws Refusal with all issues. `before` is the draft that is changed. */
  facts(input: Input, facts: Facts, before?: Data): Data;
  /** Additional rules of sending, and data settled only then. */
  sent?(data: Data, facts: Facts): Data;
}

export type TransitDecider<Kind extends string, Input, Data> = Decider<
  TransitState<Data>,
  TransitCommand<Input>,
  TransitEvent<Kind, Data>,
  Facts
>;

const CHARGED = { charge: 'charged', reverse_charge: 'charge_reversed' } as const;

export function transitDecider<Kind extends string, Input, Data extends Transit>(
  kind: Kind,
  rules: TransitRules<Input, Data>,
): TransitDecider<Kind, Input, Data> {
  const { event, happened } = lifecycleEvents<Kind, TransitStored<Data>>(kind);
  const sent = (data: Data, number: string | null, facts: Facts) => {
    checkSent(data, facts);
    return event('sent', { ...(rules.sent?.(data, facts) ?? data), number });
  };

  function decide(command: TransitCommand<Input>, state: TransitState<Data>, facts: Facts) {
    const refused = () => wrongState(state.status, possibleOfTransit(state));
    switch (command.type) {
      case 'enter':
        return state.status === 'none' ? [event('entered', ofDraft(rules.facts(command.input, facts), facts))] : [];
      case 'enter_sent':
        return state.status === 'none' ? [sent(rules.facts(command.input, facts), null, facts)] : [];
      case 'change': {
        if (state.status !== 'pending') throw refused();
        checkSender(state.data, facts);
        const data = ofDraft(rules.facts(command.input, facts, state.data), facts);
        checkOutletOfNumber(data, state);
        return JSON.stringify(data) === JSON.stringify(state.data) ? [] : [event('changed', data)];
      }
      case 'discard':
        if (state.status === 'discarded') return [];
        if (state.status !== 'pending' || state.number !== null) throw refused();
        checkSender(state.data, facts);
        return [event('discarded', {})];
      case 'send':
        if (state.status === 'sent') return [];
        if (state.status !== 'pending') throw refused();
        return [sent(postedNow(state.data, facts), state.number, facts)];
      case 'receive': {
        if (state.status === 'received') {
          checkArrivedAlready(command.input, state, facts);
          return [];
        }
        if (state.status !== 'sent') throw refused();
        const arrival = nextArrival(command.input, state, facts);
        return arrival ? [event('received', { ...arrival, transfer: state.data })] : [];
      }
      case 'charge':
      case 'reverse_charge': {
        if (state.status !== 'received') throw refused();
        const charge = decidedCharge(command, state, facts);
        return charge ? [event(CHARGED[command.type], { ...charge, transfer: state.data })] : [];
      }
      case 'return_to_pending':
        if (state.status === 'pending') return [];
        if (state.status !== 'sent' || state.receipts.length > 0) throw refused();
        checkSender(state.data, facts);
        return [event('returned_to_pending', { reason: command.reason })];
      default:
        return unreachable(command);
    }
  }

  return { initial: { status: 'none' }, evolve: (state, stored) => evolve(state, happened(stored)), decide };
}

function evolve<Data extends Transit>(
  state: TransitState<Data>,
  event: Happened<TransitStored<Data>>,
): TransitState<Data> {
  switch (event.happened) {
    case 'entered':
      return { status: 'pending', data: event.data, number: null };
    case 'changed':
      return state.status === 'pending' ? { ...state, data: event.data } : state;
    case 'discarded':
      return state.status === 'pending' ? { status: 'discarded', data: state.data } : state;
    case 'sent':
      return { status: 'sent', ...withoutNumber(event.data), receipts: [] };
    case 'received': {
      if (state.status !== 'sent') return state;
      const { transfer: _, ...arrival } = event.data;
      const status = isWhole(state.data, arrival) ? 'received' : 'sent';
      return { ...state, status, receipts: [...state.receipts, arrival] };
    }
    case 'charged':
      return state.status === 'received' ? { ...state, charges: withCharge(state, event.data) } : state;
    case 'charge_reversed':
      return state.status === 'received' ? { ...state, charges: withoutCharge(state, event.data) } : state;
    case 'returned_to_pending':
      return state.status === 'sent' ? { status: 'pending', data: state.data, number: state.number } : state;
    default:
      return unreachable(event);
  }
}

/** True when everything sent has arrived or is missing: the last arrival contains every line. */
function isWhole({ lines }: Transit, { after, missing }: Arrival): boolean {
  if (missing.length > 0) return true;
  return lines.every((line) => arrivedOf(line, after) === sentOf(line));
}

/** The transitions that the state allows. */
export function possibleOfTransit(state: TransitState<unknown>): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['enter'];
    case 'pending':
      // The number is used: discarding the document would leave a gap.
      return state.number === null ? ['change', 'send', 'discard'] : ['change', 'send'];
    case 'sent':
      return state.receipts.length === 0
        ? ['receive', 'report_missing', 'return_to_pending']
        : ['receive', 'report_missing'];
    case 'received':
      return possibleCharges(state);
    case 'discarded':
      return [];
    default:
      return unreachable(state);
  }
}

export function isOnItsWay<Data>(state: TransitState<Data>): state is OnItsWay<Data> {
  return state.status === 'sent' || state.status === 'received';
}
