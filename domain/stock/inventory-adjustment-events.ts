/** What happens to a stock count, as it is stored. */
import type { DomainEvent } from '../kernel/event.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a theoretical quantity, a difference or a posting.

export interface InventoryAdjustmentLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Base units in one unit. */
  readonly unit_factor: string;
  readonly real_quantity: string;
  readonly unit_cost: string | null;
  readonly note: string | null;
}

export interface InventoryAdjustment {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly date: string;
  readonly time: string | null;
  /** The time was said; else it is that of the last change, while people go on counting. */
  readonly is_timed: boolean;
  readonly system_currency_fk: number;
  /** The user who said last what is there. */
  readonly counted_by: number;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly InventoryAdjustmentLine[];
}

export type InventoryAdjustmentEvent =
  | DomainEvent<'inventory_adjustment.drafted', InventoryAdjustment>
  | DomainEvent<'inventory_adjustment.draft_changed', InventoryAdjustment>
  | DomainEvent<'inventory_adjustment.discarded', Record<string, never>>
  /** `number` is null until the store gives the next one of the series; one that is approved again keeps its own. */
  | DomainEvent<'inventory_adjustment.approved', InventoryAdjustment & { readonly number: string | null }>
  | DomainEvent<'inventory_adjustment.returned_to_draft', { readonly reason: string | null }>;
