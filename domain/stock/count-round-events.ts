/** The stored events of a counting round: the items to count, and every entry of every person. */
import type { EventsOf, Numbered } from '../documents/lifecycle-events.ts';
import type { Batch } from '../values/batch.ts';
import type { GoodsDocument } from './goods-document.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They contain counted quantities only: never a theoretical quantity or a difference.

export interface CountRound extends Omit<GoodsDocument<never>, 'lines' | 'batches'> {
  /** How the items were chosen. */
  readonly count_scope: 'inventory' | 'category' | 'shelf' | 'moved';
  readonly category_fk: number | null;
  readonly shelf: string | null;
  /** Absent when items that are not listed may be counted too. */
  readonly takes_unlisted?: false;
  /** The items to count. */
  readonly items: readonly { readonly item_fk: number }[];
}

/** One scan, or one quantity that a person typed. The quantities of an item add up. */
export interface CountEntry extends Batch {
  /** UUID from the device: an entry that is sent several times is stored once. */
  readonly entry_uuid: string;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
  /** The shelf on which it was counted; absent when none was entered. */
  readonly shelf?: string;
  /** `YYYY-MM-DDTHH:MM:SS`, the local time of the server. */
  readonly counted_at: string;
  readonly counted_by_fk: number;
}

export interface CountedRound extends CountRound {
  /** The entries that count: neither removed nor discarded by `recount`. */
  readonly entries: readonly CountEntry[];
}

/** The completion of a round, which drafts an inventory adjustment. */
export interface CountCompleted {
  readonly inventory_adjustment_fk: number;
  /** True when uncounted items of the round count as zero at this moment; otherwise they are omitted. */
  readonly is_zero_where_uncounted: boolean;
  readonly completed_at: string;
}

/** An item that is counted again. */
export interface Recounted {
  readonly item_fk: number;
  /**
   * Entries that were counted until this moment and arrive later are discarded too. Absent in events from before this
   * field.
   */
  readonly recounted_at?: string;
}

export interface CountRoundStored {
  /** `number` is null until the store assigns the next number of the series. */
  readonly opened: Numbered<CountRound>;
  readonly counted: { readonly entries: readonly CountEntry[] };
  readonly entry_removed: { readonly entry_uuid: string };
  /** Discards all entries of the item so far, so that it is counted again from zero. */
  readonly recounted: Recounted;
  readonly completed: CountCompleted;
  /** The drafted inventory adjustment was discarded in the same append: the round is open with all its entries. */
  readonly reopened: Pick<CountCompleted, 'inventory_adjustment_fk'>;
  readonly cancelled: { readonly reason: string | null };
}
export type CountRoundEvent = EventsOf<'count_round', CountRoundStored>;
