/** What names a line of the journal, of the stock ledger or of what is open. */

/** A line of the journal; of the stock ledger or of what is open, where it says so. */
export interface LineName {
  readonly position: string;
  readonly line_no: number;
  readonly source?: 'journal' | 'stock' | 'open';
  readonly cause_position?: string;
  readonly item_fk?: number | null;
  readonly inventory_fk?: number | null;
}
