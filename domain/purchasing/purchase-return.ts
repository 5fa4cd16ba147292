/**
 * Goods returned to a supplier. A return of a purchase uses its prices, discounts, tax and rate, and the cost of the
 * receipt. It posts on completion and is reversed as a whole when it returns to draft. Where its credit is awaited, the
 * goods leave first, and the supplier's answer is a step of its own.
 */
import { type Decider, NOT_THERE } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import type { DraftState } from '../documents/draft.ts';
import { type DraftedCommand, type DraftedState, draftedDecider, possibleOfDrafted } from '../documents/drafted.ts';
import { lifecycleEvents } from '../documents/lifecycle-events.ts';
import { wrongState } from '../values/refusal.ts';
import type { CreditInput, PurchaseReturnInput } from './purchase-return.schema.ts';
import {
  type CreditStored,
  PURCHASE_RETURN,
  type PurchaseReturn,
  type PurchaseReturnEvent,
  type SupplierCredit,
} from './purchase-return-events.ts';
import { completedReturn, creditFacts, returnFacts } from './purchase-return-rules.ts';

interface Sent {
  readonly data: PurchaseReturn;
  readonly number: string | null;
  /** The answer of the supplier, where the credit was awaited. */
  readonly credit?: SupplierCredit;
}

export type PurchaseReturnState =
  | DraftState<PurchaseReturn>
  | (Sent & { readonly status: 'complete' })
  | (Sent & { readonly status: 'credit_awaited' });

export type PurchaseReturnCommand =
  | Exclude<DraftedCommand<PurchaseReturnInput>, { readonly type: 'complete' }>
  | { readonly type: 'complete'; readonly credit_awaited?: boolean | null | undefined }
  | { readonly type: 'credit'; readonly input: CreditInput }
  | { readonly type: 'take_back_credit'; readonly reason: string | null };

const drafted = draftedDecider<typeof PURCHASE_RETURN, PurchaseReturnInput, PurchaseReturn>(PURCHASE_RETURN, {
  facts: returnFacts,
  completed: completedReturn,
  possible: possibleOfSent,
});
const { event } = lifecycleEvents<typeof PURCHASE_RETURN, CreditStored>(PURCHASE_RETURN);

/** The state as the lifecycle of drafts knows it. */
const asDrafted = (state: PurchaseReturnState): DraftedState<PurchaseReturn> =>
  state.status === 'complete' || state.status === 'credit_awaited' ? { ...state, status: 'complete' } : state;

/** The return while it is in the books. */
export const postedReturn = (state: PurchaseReturnState): PurchaseReturn | undefined =>
  state.status === 'complete' || state.status === 'credit_awaited' ? state.data : undefined;

/** The return while its goods are with the supplier: not where they were refused and came back. */
export const goneGoods = (state: PurchaseReturnState): PurchaseReturn | undefined =>
  'credit' in state && state.credit?.goods_came_back ? undefined : postedReturn(state);

/** A draft that is completed with or without its credit, whatever it was entered with. */
function asSent(state: PurchaseReturnState, awaited: boolean | null | undefined): PurchaseReturnState {
  if (state.status !== 'draft' || typeof awaited !== 'boolean') return state;
  const { credit_awaited: _, ...data } = state.data;
  return { ...state, data: awaited ? { ...data, credit_awaited: true } : data };
}

function evolve(state: PurchaseReturnState, stored: PurchaseReturnEvent): PurchaseReturnState {
  switch (stored.type) {
    case 'purchase_return.credited': {
      const { purchase_return: _, ...credit } = stored.data;
      return state.status === 'credit_awaited' ? { ...state, status: 'complete', credit } : state;
    }
    case 'purchase_return.credit_taken_back': {
      if (state.status !== 'complete') return state;
      const { credit: _, ...awaiting } = state;
      return { ...awaiting, status: 'credit_awaited' };
    }
    default: {
      const next = drafted.evolve(asDrafted(state), stored);
      return next.status === 'complete' && next.data.credit_awaited && !('credit' in next)
        ? { ...next, status: 'credit_awaited' }
        : next;
    }
  }
}

/** A return in the books waits for its credit unless the supplier has answered. */
function possibleOfSent(state: DraftedState<PurchaseReturn>): readonly string[] {
  if (state.status !== 'complete' || !state.data.credit_awaited) return possibleOfDrafted(state);
  return 'credit' in state ? ['take_back_credit'] : ['credit', 'return_to_draft'];
}

export const possible = (state: PurchaseReturnState): readonly string[] => possibleOfSent(asDrafted(state));

function decide(
  command: PurchaseReturnCommand,
  state: PurchaseReturnState,
  facts: Facts,
): readonly PurchaseReturnEvent[] {
  switch (command.type) {
    case 'credit':
      if (state.status !== 'credit_awaited') throw wrongState(state.status, possible(state));
      return [event('credited', creditFacts(command.input, state.data, facts))];
    case 'take_back_credit':
      if (state.status === 'credit_awaited') return [];
      if (!('credit' in state)) throw wrongState(state.status, possible(state));
      return [event('credit_taken_back', { reason: command.reason })];
    case 'complete':
      return drafted.decide({ type: 'complete' }, asDrafted(asSent(state, command.credit_awaited)), facts);
    default:
      if (command.type === 'return_to_draft' && 'credit' in state) throw wrongState(state.status, possible(state));
      return drafted.decide(command, asDrafted(state), facts);
  }
}

export const purchaseReturn: Decider<PurchaseReturnState, PurchaseReturnCommand, PurchaseReturnEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
