/** The stored events of a landed cost. */

import type { PaidCost } from '../../documents/costs.ts';
import type { DueDay } from '../../values/due-day.ts';
import type { LandedCostInput } from './landed-cost.schema.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

/** Stream: `landed_cost-<id>` */
export const LANDED_COST = 'landed_cost';

export interface LandedCostLine {
  readonly line_id: number;
  readonly purchase_fk: number;
  /** As it was entered; null where it is shared. */
  readonly amount: string | null;
  /** Since completion: the outlet of the purchase, and its part of the cost in the cost's currency. */
  readonly outlet_fk?: number;
  readonly purchase_share?: string;
}

export interface LandedCost extends PaidCost, DueDay {
  readonly outlet_fk: number;
  readonly cost_type: LandedCostInput['cost_type'];
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly share_by: 'value' | 'quantity' | 'weight' | 'volume';
  readonly reference_number: string | null;
  readonly lines: readonly LandedCostLine[];
}
