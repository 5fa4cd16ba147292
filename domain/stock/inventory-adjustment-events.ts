/** What happens to a stock count, as it is stored. */
import type { DomainEvent } from '../kernel/event.ts';
import type { GoodsDocument, GoodsLine } from './goods-document.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a theoretical quantity, a difference or a posting.

export interface InventoryAdjustmentLine extends GoodsLine {
  readonly real_quantity: string;
  readonly unit_cost: string | null;
}

export interface InventoryAdjustment extends GoodsDocument<InventoryAdjustmentLine> {
  /** The time was said; else it is that of the last change, while people go on counting. */
  readonly is_timed: boolean;
  /** The user who said last what is there. */
  readonly counted_by: number;
}

export type InventoryAdjustmentEvent =
  | DomainEvent<'inventory_adjustment.drafted', InventoryAdjustment>
  | DomainEvent<'inventory_adjustment.draft_changed', InventoryAdjustment>
  | DomainEvent<'inventory_adjustment.discarded', Record<string, never>>
  /** `number` is null until the store gives the next one of the series; one that is approved again keeps its own. */
  | DomainEvent<'inventory_adjustment.approved', InventoryAdjustment & { readonly number: string | null }>
  | DomainEvent<'inventory_adjustment.returned_to_draft', { readonly reason: string | null }>;
