/**
 * Items pricing: new prices for many items at once. Scheduled, they wait for their day and become active by themselves
 * (command-api/catalogue/due-pricings.ts). Active, the items have them; inactive, those that nobody changed since have
 * their former prices again. It never posts: prices are facts of items, and their history says who set them.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { ItemPricingInput } from './item-pricing.schema.ts';
import type { ChangedPrice, ItemPricing, ItemPricingEvent } from './item-pricing-events.ts';
import { activePrices, pricingFacts } from './item-pricing-rules.ts';

export type { ChangedPrice, ItemPricing, ItemPricingEvent, PricingLine } from './item-pricing-events.ts';

/** Stream: `item_pricing-<id>` */
export const ITEM_PRICING = 'item_pricing';

// State

export type ItemPricingState =
  | { readonly status: 'none' }
  | { readonly status: 'draft' | 'scheduled' | 'discarded'; readonly data: ItemPricing }
  | {
      readonly status: 'active' | 'inactive';
      readonly data: ItemPricing;
      /** What it changed when it was activated last; nothing when it never was. */
      readonly prices: readonly ChangedPrice[];
    };

function evolve(state: ItemPricingState, event: ItemPricingEvent): ItemPricingState {
  switch (event.type) {
    case 'item_pricing.drafted':
      return { status: 'draft', data: event.data };
    case 'item_pricing.draft_changed':
      return state.status === 'draft' ? { ...state, data: event.data } : state;
    case 'item_pricing.discarded':
      return state.status === 'draft' ? { ...state, status: 'discarded' } : state;
    case 'item_pricing.scheduled':
      return { status: 'scheduled', data: event.data };
    case 'item_pricing.activated': {
      const { prices, ...data } = event.data;
      return { status: 'active', data, prices };
    }
    case 'item_pricing.deactivated':
      if (state.status === 'scheduled') return { status: 'inactive', data: state.data, prices: [] };
      return state.status === 'active' ? { ...state, status: 'inactive' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type ItemPricingCommand =
  | { readonly type: 'draft'; readonly input: ItemPricingInput }
  /** Drafted and activated in one step, or scheduled when its day has not come. */
  | { readonly type: 'enter'; readonly input: ItemPricingInput }
  | { readonly type: 'change'; readonly input: ItemPricingInput }
  | { readonly type: 'discard' }
  | { readonly type: 'activate' }
  | { readonly type: 'deactivate' };

function decide(command: ItemPricingCommand, state: ItemPricingState, facts: Facts): readonly ItemPricingEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'item_pricing.drafted', v: 1, data: pricingFacts(command.input, facts) }];
    case 'enter':
      return state.status === 'none' ? [onItsDay(pricingFacts(command.input, facts), facts)] : [];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = pricingFacts(command.input, facts);
      if (JSON.stringify(data) === JSON.stringify(state.data)) return [];
      return [{ type: 'item_pricing.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return [{ type: 'item_pricing.discarded', v: 1, data: {} }];
    case 'activate':
      if (state.status === 'active') return [];
      if (state.status === 'none' || state.status === 'discarded') throw wrongState(state.status, possible(state));
      if (state.status === 'scheduled' && state.data.date > facts.today) return [];
      return [onItsDay(state.data, facts)];
    case 'deactivate':
      if (state.status === 'inactive') return [];
      if (state.status !== 'active' && state.status !== 'scheduled') throw wrongState(state.status, possible(state));
      return [{ type: 'item_pricing.deactivated', v: 1, data: {} }];
    default:
      return unreachable(command);
  }
}

/** What the items have from their day on is checked when it is approved, and again on that day. */
function onItsDay(data: ItemPricing, facts: Facts): ItemPricingEvent {
  const prices = activePrices(data, facts);
  if (data.date > facts.today) return { type: 'item_pricing.scheduled', v: 1, data };
  return { type: 'item_pricing.activated', v: 1, data: { ...data, prices } };
}

/** The transitions that are possible now; the screen shows these, the API refuses the others with them. */
export function possible(state: ItemPricingState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return ['change', 'activate', 'discard'];
    case 'scheduled':
      return ['activate', 'deactivate'];
    case 'active':
      return ['deactivate'];
    case 'inactive':
      return ['activate'];
    case 'discarded':
      return [];
    default:
      return unreachable(state);
  }
}

export const itemPricing: Decider<ItemPricingState, ItemPricingCommand, ItemPricingEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
