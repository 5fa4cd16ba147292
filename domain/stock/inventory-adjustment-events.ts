/** The stored events of a stock count. */
import type { DraftStored } from '../documents/draft.ts';
import type { EventsOf, Numbered } from '../documents/lifecycle-events.ts';
import type { GoodsDocument, GoodsLine } from './goods-document.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a theoretical quantity, a difference or a posting.

export interface InventoryAdjustmentLine extends GoodsLine {
  readonly real_quantity: string;
  readonly unit_cost: string | null;
  /** `YYYY-MM-DDTHH:MM:SS`, when the item has a separate moment of counting. */
  readonly counted_at?: string;
}

/** The people whose quantities are in the count. */
export interface Counters {
  /** The user who last entered or changed a counted quantity. */
  readonly counted_by: number;
  /** Present when a counting round drafted it. */
  readonly count_round_fk?: number;
  /** All who entered or changed a counted quantity; absent when only one person did, unless a round drafted it. */
  readonly counters?: readonly number[];
}

export interface InventoryAdjustment extends GoodsDocument<InventoryAdjustmentLine>, Counters {
  /** True when the time was entered; otherwise the time of the last change is used, while counting continues. */
  readonly is_timed: boolean;
}

export interface InventoryAdjustmentStored extends DraftStored<InventoryAdjustment> {
  /**
   * `number` is null until the store assigns the next one of the series; a count that is approved again keeps its own.
   */
  readonly approved: Numbered<InventoryAdjustment>;
  readonly returned_to_draft: { readonly reason: string | null };
}
export type InventoryAdjustmentEvent = EventsOf<'inventory_adjustment', InventoryAdjustmentStored>;
