/**
 * Goods that are made of others: what goes in, what comes out, and what it costs besides. Conversions and
 * productions are both of this kind.
 */

import type { PaidCost } from '../kernel/document-rules.ts';
import type { MovesBatches, NamesBatches } from './batch.ts';

// Data of events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost; what comes out is worth what goes in, and costing finds that.

export interface MakingLine extends Pick<NamesBatches, 'batches'> {
  readonly line_id: number;
  readonly role: 'input' | 'output';
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
  /** The entered weight of an output, where several share the value. */
  readonly share: string | null;
  /** The weight of an output: its share, or what it sells for; null for inputs. */
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
