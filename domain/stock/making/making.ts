/**
 * Goods made from other goods: inputs, outputs, and additional costs. Conversions and productions are both of this
 * kind.
 */

import type { PaidCost } from '../../documents/costs.ts';
import type { MovesBatches, NamesBatches } from '../../values/batch.ts';

// Data of events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions. They
// hold facts only, never an average cost: costing calculates the value of the outputs from the inputs.

export interface MakingLine extends Pick<NamesBatches, 'batches'> {
  readonly line_id: number;
  readonly role: 'input' | 'output';
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Number of base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
  /** The entered weight of an output, when several outputs share the value. */
  readonly share: string | null;
  /** The weight of an output: its share, or its sale price; null for inputs. */
  readonly weight: string | null;
}

export interface Making extends MovesBatches {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly costs: readonly PaidCost[];
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly MakingLine[];
}
