/** The fields that identify a line of the journal, of the stock ledger or of the open items. */

/** A line of the journal; of another source when `source` is set. */
export interface LineName {
  readonly position: string;
  readonly line_no: number;
  readonly source?: 'journal' | 'stock' | 'open';
  readonly cause_position?: string;
  readonly item_fk?: number | null;
  readonly inventory_fk?: number | null;
  /** The reference of the figure from which the line was opened. */
  readonly figure?: string;
}
