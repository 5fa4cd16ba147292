/** The fields of a record in its list. */
import type { NormalForm } from './normal-fields.ts';

export interface ListedFields {
  /** Columns with sorting and filters. */
  readonly columns: readonly string[];
  /** The columns that the search covers. */
  readonly search: readonly string[];
  /** Fields of codes and telephones, dotted for lists, and the key by which each is found, however it is typed. */
  readonly codes?: Readonly<Record<string, NormalForm>>;
  /** Fields shown to a person who may look the record up but neither list nor change it; all when absent. */
  readonly lookedUp?: readonly string[];
  /** Columns that are sorted and filtered by the first text of a dotted field: `{ barcode: 'item_units.barcodes' }`. */
  readonly first?: Readonly<Record<string, string>>;
}
