/** What happens to prices of items, as it is stored. */
import type { DomainEvent } from '../kernel/event.ts';
import type { ItemPricingInput } from './item-pricing.schema.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface PricingLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly new_price: string;
}

export interface ItemPricing {
  readonly date: string;
  readonly pricing_profile_fk: number | null;
  readonly price_method: NonNullable<ItemPricingInput['price_method']>;
  readonly method_value: string | null;
  readonly round_to: string | null;
  readonly note: string | null;
  readonly lines: readonly PricingLine[];
}

/** A price that became another; null is none of its own in the pricing list. */
export interface ChangedPrice {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly former_price: string | null;
  readonly new_price: string;
}

export type ItemPricingEvent =
  | DomainEvent<'item_pricing.drafted', ItemPricing>
  | DomainEvent<'item_pricing.draft_changed', ItemPricing>
  | DomainEvent<'item_pricing.discarded', Record<string, never>>
  /** Approved before its day, by whom the event names: no item has its prices yet. */
  | DomainEvent<'item_pricing.scheduled', ItemPricing>
  /** With the draft, so that it is one event when it is entered active. */
  | DomainEvent<'item_pricing.activated', ItemPricing & { readonly prices: readonly ChangedPrice[] }>
  | DomainEvent<'item_pricing.deactivated', Record<string, never>>;
