/** Stored fields shared by documents that change the goods of one inventory: place, time, and item lines. */
import type { MovesBatches, NamesBatches } from '../values/batch.ts';

export interface GoodsLine extends Pick<NamesBatches, 'batches'> {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Number of base units in one unit. */
  readonly unit_factor: string;
  readonly note: string | null;
}

export interface GoodsDocument<Line extends GoodsLine> extends MovesBatches {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly Line[];
}
