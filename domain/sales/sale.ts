/**
 * A sale of goods and services to a customer, in cash or on account. It posts when it is completed, and is reversed
 * as a whole when it returns to draft, keeping its number and its history.
 */

import { withDueDay } from '../debts/due-date.ts';
import { paymentOf } from '../debts/paid-now.ts';
import { CUSTOMER_SIDE } from '../debts/transaction-side.ts';
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { type DraftCommand, decideDraft, isDraftCommand, possibleOf, withoutDraft } from '../documents/draft.ts';
import { freeGoodsBySetting, withoutFreeGoods } from '../pricing/free-goods.ts';
import { withoutTermsDay } from '../values/due-day.ts';
import { ofDraft, postedNow } from '../values/posting-time.ts';
import { wrongState } from '../values/refusal.ts';
import type { DeliverInput, SaleInput } from './sale.schema.ts';
import type { Delivered, DeliveredNow, Sale, SaleEvent, UndeliveredReturn } from './sale-events.ts';
import { completedSale, saleFacts, wholeDelivery } from './sale-rules.ts';
import { awaitsDelivery, nextDelivery, type ReturnOfSale, undeliveredReturn, withoutAwaiting } from './undelivered.ts';

/** Stream: `sale-<id>` */
export const SALE = 'sale';

// State.

export type SaleState =
  | { readonly status: 'none' }
  | { readonly status: 'reversed'; readonly sale: Sale; readonly number: string | null }
  | { readonly status: 'discarded'; readonly sale: Sale }
  | { readonly status: 'draft'; readonly sale: Sale; readonly number: string | null }
  | {
      readonly status: 'complete' | 'closed';
      readonly sale: Sale;
      readonly number: string | null;
      /** The immediate payment entered with it. */
      readonly customer_transaction_fk?: number;
      readonly delivered: readonly Delivered[];
      /** The deliveries that have a day, in their order; absent before the first. */
      readonly deliveries?: readonly DeliveredNow[];
      /** What was returned before it was delivered; absent when nothing was. */
      readonly undelivered_returns?: readonly UndeliveredReturn[];
    };

function evolve(state: SaleState, event: SaleEvent): SaleState {
  switch (event.type) {
    case 'sale.drafted':
      return { status: 'draft', sale: event.data, number: null };
    case 'sale.draft_changed':
      return state.status === 'draft' ? { ...state, sale: event.data } : state;
    case 'sale.discarded':
      return state.status === 'draft' ? { ...withoutDraft(state), sale: state.sale } : state;
    case 'sale.completed': {
      const { number, customer_transaction_fk, ...sale } = event.data;
      const paid = customer_transaction_fk === undefined ? {} : { customer_transaction_fk };
      const delivered = sale.received_type === 'at_once' ? wholeDelivery(sale) : [];
      return { status: 'complete', sale, number, ...paid, delivered };
    }
    case 'sale.returned_to_draft':
      return state.status === 'complete'
        ? { status: 'draft', sale: withoutTermsDay(state.sale), number: state.number }
        : state;
    case 'sale.delivered':
      return isPosted(state) ? withDelivery(state, event.data) : state;
    case 'sale.returned_undelivered':
      return isPosted(state) ? withReturns(state, [...(state.undelivered_returns ?? []), event.data]) : state;
    case 'sale.return_taken_back': {
      if (!isPosted(state)) return state;
      const { sale_return_fk } = event.data;
      return withReturns(
        state,
        (state.undelivered_returns ?? []).filter((of) => of.sale_return_fk !== sale_return_fk),
      );
    }
    case 'sale.closed':
      return isPosted(state) ? { ...state, status: 'closed' } : state;
    case 'sale.opened':
      return isPosted(state) ? { ...state, status: 'complete' } : state;
    default:
      return unreachable(event);
  }
}

type Posted = Extract<SaleState, { status: 'complete' | 'closed' }>;

function withDelivery(state: Posted, now: DeliveredNow): Posted {
  const all = { ...state, delivered: now.lines };
  return now.date === undefined ? all : { ...all, deliveries: [...(state.deliveries ?? []), now] };
}

function withReturns({ undelivered_returns: _, ...state }: Posted, returns: readonly UndeliveredReturn[]): Posted {
  return returns.length === 0 ? state : { ...state, undelivered_returns: returns };
}

/** True when the books contain the sale. */
export function isPosted(state: SaleState): state is Extract<SaleState, { status: 'complete' | 'closed' }> {
  return state.status === 'complete' || state.status === 'closed';
}

// Commands.

export type SaleCommand =
  /** `quotation_fk` is the quotation from which a new draft is converted. */
  | (DraftCommand<SaleInput> & { readonly quotation_fk?: number })
  /** Drafts and completes in one step. */
  | { readonly type: 'enter'; readonly input: SaleInput }
  | { readonly type: 'complete' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null }
  | { readonly type: 'deliver'; readonly input: DeliverInput }
  /** Follows from a completed sale return, which may be of goods that were not delivered yet. */
  | { readonly type: 'return_undelivered'; readonly of: ReturnOfSale }
  /** Follows when that sale return is a draft again. */
  | { readonly type: 'take_back_return'; readonly sale_return_fk: number }
  | { readonly type: 'close' }
  | { readonly type: 'open'; readonly reason: string | null };

function decide(command: SaleCommand, state: SaleState, facts: Facts): readonly SaleEvent[] {
  const transitions = possible(state);
  if (isDraftCommand(command)) {
    const draft = state.status === 'draft' ? { ...state, data: state.sale } : state;
    const quotation = state.status === 'draft' ? state.sale.quotation_fk : command.quotation_fk;
    const before = state.status === 'draft' ? state.sale : undefined;
    const entered = (input: SaleInput) => ofDraft(saleFacts(input, facts, quotation, before), facts);
    return decideDraft(SALE, command, draft, { possible: transitions, facts: entered });
  }
  switch (command.type) {
    case 'enter':
      if (state.status !== 'none') return [];
      return [completed(saleFacts(command.input, facts), null, facts)];
    case 'complete':
      if (state.status === 'complete') return [];
      if (state.status !== 'draft') throw wrongState(state.status, transitions);
      return [completed(postedNow(state.sale, facts), state.number, facts)];
    case 'return_to_draft':
      if (state.status === 'draft') return [];
      if (state.status !== 'complete') throw wrongState(state.status, transitions);
      return [{ type: 'sale.returned_to_draft', v: 1, data: { reason: command.reason } }];
    case 'deliver': {
      if (!isPosted(state)) throw wrongState(state.status, transitions);
      const data = nextDelivery(command.input, state, facts);
      return data === undefined ? [] : [{ type: 'sale.delivered', v: 1, data }];
    }
    case 'return_undelivered': {
      const data = isPosted(state) ? undeliveredReturn(command.of, state) : undefined;
      return data === undefined ? [] : [{ type: 'sale.returned_undelivered', v: 1, data }];
    }
    case 'take_back_return': {
      const { sale_return_fk } = command;
      const taken = isPosted(state) && state.undelivered_returns?.some((of) => of.sale_return_fk === sale_return_fk);
      return taken ? [{ type: 'sale.return_taken_back', v: 1, data: { sale_return_fk } }] : [];
    }
    case 'close':
      if (state.status === 'closed') return [];
      if (state.status !== 'complete') throw wrongState(state.status, transitions);
      return [{ type: 'sale.closed', v: 1, data: {} }];
    case 'open':
      if (state.status === 'complete') return [];
      if (state.status !== 'closed') throw wrongState(state.status, transitions);
      return [{ type: 'sale.opened', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

const customerOf = ({ customer_fk }: Sale) => ({ kind: 'customer', id: customer_fk }) as const;

function completed(data: Sale, number: string | null, facts: Facts): SaleEvent {
  const free = freeGoodsBySetting(data.lines, facts);
  const payment = paymentOf(CUSTOMER_SIDE, data, facts);
  const paid = payment === undefined ? {} : { customer_transaction_fk: payment };
  return {
    type: 'sale.completed',
    v: 1,
    data: {
      ...withDueDay(completedSale(withoutFreeGoods(withoutAwaiting(data)), facts), customerOf(data), facts),
      ...free,
      ...awaitsDelivery(data),
      number,
      ...paid,
    },
  };
}

export const possible = (state: SaleState): readonly string[] =>
  possibleOf(state, 'complete', { complete: ['return_to_draft', 'deliver', 'close'], closed: ['open', 'deliver'] });

export const sale: Decider<SaleState, SaleCommand, SaleEvent, Facts> = { initial: { status: 'none' }, evolve, decide };
