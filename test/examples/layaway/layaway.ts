/**
 * A layaway: goods that are kept for a customer who pays a deposit, until they are collected on its last day at the
 * latest. A draft reserves nothing; an open layaway has the deposit and keeps the goods; a complete one is sold.
 */
import { type Decider, NOT_THERE, unreachable } from '../../../domain/deciding/decider.ts';
import type { Facts } from '../../../domain/deciding/facts.ts';
import {
  type DraftCommand,
  type DraftState,
  type DraftStored,
  decideDraft,
  evolveDraft,
  isDraftCommand,
  possibleOf,
} from '../../../domain/documents/draft.ts';
import { lifecycleEvents } from '../../../domain/documents/lifecycle-events.ts';
import { withoutFreeGoods } from '../../../domain/pricing/free-goods.ts';
import type { Delivery } from '../../../domain/sales/orders/online-order-events.ts';
import { ofDraft } from '../../../domain/values/posting-time.ts';
import { wrongState } from '../../../domain/values/refusal.ts';
import type { CollectInput, LayawayInput } from './layaway.schema.ts';
import { type Cancelled, LAYAWAY, type Layaway, type LayawayEvent } from './layaway-events.ts';
import { cancelledFacts, collectedFacts, layawayFacts, openedFacts } from './layaway-rules.ts';

// State.

interface Kept {
  /** The layaway as opened; after it was collected, with the payment made then. */
  readonly data: Layaway;
  readonly number: string | null;
  readonly reserves: boolean;
}

export type LayawayState =
  | DraftState<Layaway>
  | ({ readonly status: 'open' } & Kept)
  | ({ readonly status: 'complete'; readonly delivery: Delivery } & Kept)
  | ({ readonly status: 'cancelled'; readonly cancelled: Cancelled } & Omit<Kept, 'reserves'>);

const { happened } = lifecycleEvents<typeof LAYAWAY, DraftStored<Layaway>>(LAYAWAY);

function evolve(state: LayawayState, event: LayawayEvent): LayawayState {
  switch (event.type) {
    case 'layaway.drafted':
    case 'layaway.draft_changed':
    case 'layaway.discarded':
      return evolveDraft(state, happened(event));
    case 'layaway.opened': {
      const { number, reserves, ...data } = event.data;
      return { status: 'open', data, number, reserves };
    }
    case 'layaway.completed': {
      if (state.status !== 'open') return state;
      const { date, time } = state.data;
      const paid = { ...withoutFreeGoods(state.data), ...event.data.sale, date, time };
      return { ...state, status: 'complete', data: paid, delivery: event.data };
    }
    case 'layaway.reopened': {
      if (state.status !== 'complete') return state;
      const { delivery: _delivery, ...rest } = state;
      return { ...rest, status: 'open' };
    }
    case 'layaway.cancelled': {
      if (state.status !== 'open') return state;
      const { reserves: _reserves, ...rest } = state;
      return { ...rest, status: 'cancelled', cancelled: event.data };
    }
    default:
      return unreachable(event);
  }
}

// Commands.

export type LayawayCommand =
  | DraftCommand<LayawayInput>
  | { readonly type: 'open' }
  | { readonly type: 'complete'; readonly input: CollectInput }
  | { readonly type: 'reopen'; readonly reason: string | null }
  | { readonly type: 'cancel'; readonly reason: string | null };

const LEADS_TO = { open: 'open', complete: 'complete', reopen: 'open', cancel: 'cancelled' } as const;

function decide(command: LayawayCommand, state: LayawayState, facts: Facts): readonly LayawayEvent[] {
  const transitions = possible(state);
  if (isDraftCommand(command)) {
    const entered = (input: LayawayInput) => ofDraft(layawayFacts(input, facts), facts);
    return decideDraft(LAYAWAY, command, state, { possible: transitions, facts: entered });
  }
  if (LEADS_TO[command.type] === state.status) return [];
  if (state.status === 'none' || !transitions.includes(command.type)) throw wrongState(state.status, transitions);
  const { data } = state;
  switch (command.type) {
    case 'open':
      return [{ type: 'layaway.opened', v: 1, data: { ...openedFacts(data, facts), number: null } }];
    case 'complete':
      return [{ type: 'layaway.completed', v: 1, data: collectedFacts(data, command.input, facts) }];
    case 'reopen':
      return [{ type: 'layaway.reopened', v: 1, data: { reason: command.reason } }];
    case 'cancel':
      return [{ type: 'layaway.cancelled', v: 1, data: cancelledFacts(data, command.reason, facts) }];
    default:
      return unreachable(command);
  }
}

/** The transitions that the state allows. */
export const possible = (state: LayawayState): readonly string[] =>
  possibleOf(state, 'open', { open: ['complete', 'cancel'], complete: ['reopen'], cancelled: [] });

export const layaway: Decider<LayawayState, LayawayCommand, LayawayEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
