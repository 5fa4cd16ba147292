/**
 * Items pricing: new prices for many items at once. A scheduled pricing is activated on its day by
 * command-api/catalogue/due-pricings.ts. Activation changes the items; deactivation restores the former prices that
 * nobody has changed since, and is refused while a later pricing of the same unit is active. It never posts: prices are
 * data of items, and their history names who set them.
 */
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import type { DraftCommand, DraftState } from '../documents/draft.ts';
import { decideDraft, evolveDraft, isDraftCommand, possibleOf } from '../documents/draft.ts';
import { lifecycleEvents } from '../documents/lifecycle-events.ts';
import { wrongState } from '../values/refusal.ts';
import { checkUncovered, coveredPricings } from './active-pricing.ts';
import type { ItemPricingInput } from './item-pricing.schema.ts';
import type {
  ChangedPrice,
  CoveredPricing,
  ItemPricing,
  ItemPricingEvent,
  ItemPricingStored,
} from './item-pricing-events.ts';
import { activePrices, pricingFacts } from './item-pricing-rules.ts';

/** Stream: `item_pricing-<id>` */
export const ITEM_PRICING = 'item_pricing';

const { event, happened } = lifecycleEvents<typeof ITEM_PRICING, ItemPricingStored>(ITEM_PRICING);

// State.

export type ItemPricingState =
  | DraftState<ItemPricing>
  | { readonly status: 'scheduled'; readonly data: ItemPricing }
  | {
      readonly status: 'active' | 'inactive';
      readonly data: ItemPricing;
      /** The prices that the last activation changed; empty when there was none. */
      readonly prices: readonly ChangedPrice[];
      /** Those that it was activated over; undefined when the event does not say so. */
      readonly covers?: readonly CoveredPricing[];
    };

function evolve(state: ItemPricingState, stored: ItemPricingEvent): ItemPricingState {
  const change = happened(stored);
  switch (change.happened) {
    case 'scheduled':
      return { status: 'scheduled', data: change.data };
    case 'activated': {
      const { prices, covers, ...data } = change.data;
      return { status: 'active', data, prices, ...(covers ? { covers } : {}) };
    }
    case 'deactivated':
      if (state.status === 'scheduled') return { status: 'inactive', data: state.data, prices: [] };
      return state.status === 'active' ? { ...state, status: 'inactive' } : state;
    default:
      return evolveDraft(state, change);
  }
}

// Commands.

export type ItemPricingCommand =
  | DraftCommand<ItemPricingInput>
  /** Drafts and activates in one step, or schedules when its day is in the future. */
  | { readonly type: 'enter'; readonly input: ItemPricingInput }
  | { readonly type: 'activate' }
  | { readonly type: 'deactivate' };

function decide(command: ItemPricingCommand, state: ItemPricingState, facts: Facts): readonly ItemPricingEvent[] {
  const transitions = possible(state);
  const entered = (input: ItemPricingInput) => pricingFacts(input, facts);
  if (isDraftCommand(command)) {
    return decideDraft(ITEM_PRICING, command, state, { possible: transitions, facts: entered });
  }
  switch (command.type) {
    case 'enter':
      return state.status === 'none' ? [onItsDay(entered(command.input), facts)] : [];
    case 'activate':
      if (state.status === 'active') return [];
      if (state.status === 'none' || state.status === 'discarded') throw wrongState(state.status, transitions);
      if (state.status === 'scheduled' && state.data.date > facts.today) return [];
      return [onItsDay(state.data, facts)];
    case 'deactivate':
      if (state.status === 'inactive') return [];
      if (state.status !== 'active' && state.status !== 'scheduled') throw wrongState(state.status, transitions);
      if (state.status === 'active') checkUncovered(state.data, facts);
      return [event('deactivated', {})];
    default:
      return unreachable(command);
  }
}

/** Checks the prices on approval, and again on the day of activation. */
function onItsDay(data: ItemPricing, facts: Facts): ItemPricingEvent {
  const prices = activePrices(data, facts);
  if (data.date > facts.today) return event('scheduled', data);
  return event('activated', { ...data, prices, covers: coveredPricings(data, facts) });
}

export const possible = (state: ItemPricingState): readonly string[] =>
  possibleOf(state, 'activate', {
    scheduled: ['activate', 'deactivate'],
    active: ['deactivate'],
    inactive: ['activate'],
  });

export const itemPricing: Decider<ItemPricingState, ItemPricingCommand, ItemPricingEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
