/** The stored events of prices of items. */
import type { DraftStored } from '../documents/draft.ts';
import type { EventsOf } from '../documents/lifecycle-events.ts';
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

/** A change of one price. `null` means that the pricing list has no separate price for the unit. */
export interface ChangedPrice {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly former_price: string | null;
  readonly new_price: string;
}

/** Another pricing that is active on a unit, over which a later one was activated. */
export interface CoveredPricing {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly pricing_id: number;
}

export interface ItemPricingStored extends DraftStored<ItemPricing> {
  /** Approved before its day: the items have their former prices until that day. */
  readonly scheduled: ItemPricing;
  /** Contains the draft, so that entering an active pricing stores one event. */
  readonly activated: ItemPricing & {
    readonly prices: readonly ChangedPrice[];
    /** Absent in events from before this field, whose pricings are not in the levels of active pricings. */
    readonly covers?: readonly CoveredPricing[];
  };
  readonly deactivated: Record<string, never>;
}
export type ItemPricingEvent = EventsOf<'item_pricing', ItemPricingStored>;
