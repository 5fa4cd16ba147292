/** The stored events of goods between two inventories. */

import type { EventsOf, Numbered } from '../../documents/lifecycle-events.ts';
import type { InUnit } from '../../pricing/returned-quantities.ts';
import type { MovesBatches, NamesArrived, NamesBatches } from '../../values/batch.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface TransitLine extends Pick<NamesBatches, 'batches'> {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Number of base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
}

/** The fields of every document of this kind; `outlet_fk` and `inventory_fk` are the sender's. */
export interface Transit extends MovesBatches {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly to_outlet_fk: number;
  readonly to_inventory_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly lines: readonly TransitLine[];
}

/** The cumulative received quantity of a line: in the line's unit, or in another unit of its item. */
export interface Arrived extends Partial<InUnit> {
  readonly line_id: number;
  readonly quantity: string;
}

/**
 * Goods that arrived together; `receipt` numbers the arrivals of a document from 0. `missing` quantities are no longer
 * expected.
 */
export interface Arrival extends MovesBatches, NamesArrived {
  readonly receipt: number;
  readonly date: string;
  readonly time: string | null;
  readonly before: readonly Arrived[];
  readonly after: readonly Arrived[];
  readonly missing: readonly Arrived[];
  /** Who owes the missing goods, and how much in the system currency. */
  readonly charged_user_fk?: number;
  readonly charged_amount?: string;
}

/**
 * What a person owes of the goods that were written off. `charge_id` numbers the charges of a document from 1; that of the
 * write-off itself, which its arrival holds, is the first.
 */
export interface Charge {
  readonly charge_id: number;
  /** Of the event that takes a charge back: the day on which it is taken back. */
  readonly date: string;
  readonly charged_user_fk: number;
  readonly charged_amount: string;
  readonly reason: string | null;
}

/** A charge that stands, or was taken back. */
export interface StoredCharge extends Charge {
  readonly standing: boolean;
  readonly reversed_date?: string;
}

export interface TransitStored<Data> {
  readonly entered: Data;
  readonly changed: Data;
  readonly discarded: Record<string, never>;
  readonly sent: Numbered<Data>;
  readonly received: Arrival & { readonly transfer: Data };
  readonly returned_to_pending: { readonly reason: string | null };
  readonly charged: Charge & { readonly transfer: Data };
  readonly charge_reversed: Charge & { readonly transfer: Data };
}
export type TransitEvent<Kind extends string, Data> = EventsOf<Kind, TransitStored<Data>>;

/** `received` when nothing more is expected. */
export interface OnItsWay<Data> {
  readonly status: 'sent' | 'received';
  readonly data: Data;
  readonly number: string | null;
  readonly receipts: readonly Arrival[];
  /** All charges, from the first one on that came after the write-off or was taken back. */
  readonly charges?: readonly StoredCharge[];
}
