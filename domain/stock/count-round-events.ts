/** What happens in a counting round, as it is stored: which items are to be counted, and every entry of everybody. */
import type { EventsOf, Numbered } from '../kernel/lifecycle-events.ts';
import type { Batch } from './batch.ts';
import type { GoodsDocument } from './goods-document.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold what was counted only: never a theoretical quantity or a difference.

export interface CountRound extends Omit<GoodsDocument<never>, 'lines' | 'batches'> {
  /** How the items were chosen. */
  readonly count_scope: 'inventory' | 'category' | 'shelf' | 'moved';
  readonly category_fk: number | null;
  readonly shelf: string | null;
  /** Absent where items that are not listed may be counted too. */
  readonly takes_unlisted?: false;
  /** What is to be counted. */
  readonly items: readonly { readonly item_fk: number }[];
}

/** One scan, or one quantity that a person typed. The quantities of an item add up. */
export interface CountEntry extends Batch {
  /** UUID of the device: the entry is stored once, however often it is sent. */
  readonly entry_uuid: string;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
  /** Where it was counted; absent when that was not entered. */
  readonly shelf?: string;
  /** `YYYY-MM-DDTHH:MM:SS`, the local time of the server. */
  readonly counted_at: string;
  readonly counted_by_fk: number;
}

/** What the completed round makes: a draft of a stock count. */
export interface CountCompleted {
  readonly inventory_adjustment_fk: number;
  /** Items of the round that nobody counted are counted as zero at this moment; otherwise they are left out. */
  readonly is_zero_where_uncounted: boolean;
  readonly completed_at: string;
}

export interface CountRoundStored {
  /** `number` is null until the store gives the next one of the series. */
  readonly opened: Numbered<CountRound>;
  readonly counted: { readonly entries: readonly CountEntry[] };
  readonly entry_removed: { readonly entry_uuid: string };
  /** Every entry of the item so far is set aside: it is counted again from nothing. */
  readonly recounted: { readonly item_fk: number };
  readonly completed: CountCompleted;
  readonly cancelled: { readonly reason: string | null };
}
export type CountRoundEvent = EventsOf<'count_round', CountRoundStored>;
