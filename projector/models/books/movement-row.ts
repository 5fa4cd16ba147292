/** A movement as the read model holds it. */

/** The values of the column `valued`. */
export type StoredValuation = 'fact' | 'average' | 'like' | 'count' | 'inputs' | 'carried' | 'entered';

/** A movement and its valuation, with its lines summed; the columns of `movementsSql`. */
export interface MovementRow {
  readonly first: number;
  readonly second: number;
  readonly effective: string;
  readonly move_position: string;
  readonly move_line: string;
  readonly document: string;
  readonly outlet_fk: number;
  readonly base_currency_fk: number;
  readonly valued: StoredValuation;
  readonly posted: string;
  readonly unit_cost: string | null;
  readonly like_document: string | null;
  readonly like_line: string | null;
  readonly like_after: string | null;
  readonly counted: string | null;
  readonly inputs: string | null;
  readonly contra: number;
  readonly contra_outlet_fk: number | null;
  readonly contra_through: number | null;
  readonly variance_to: number | null;
  readonly quantity: string;
  readonly value: string;
  readonly variance: string;
  /** Only of goods. */
  readonly undelivered: string | null;
}
