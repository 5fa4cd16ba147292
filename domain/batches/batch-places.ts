/** The inventories in which batches are, for the sentence that they are not in the inventory of a document. */
import type { RecordNames } from '../records/record-names.ts';
import type { Batch } from '../values/batch.ts';

export interface BatchPlace {
  readonly inventory: number;
  readonly names: RecordNames<'places'>;
  readonly batch: Batch;
  /** On hand there, in base units. */
  readonly quantity: string;
}

/** `Shelf (10), Back room (2)`, in each language. */
export function placeNames(places: readonly BatchPlace[]): RecordNames<'places'> {
  const list = (comma: string, language?: 'ar' | 'ckb') =>
    places
      .map(({ names, quantity }) => `${(language && names[`places_${language}`]) || names.places} (${quantity})`)
      .join(comma);
  return { places: list(', '), places_ar: list('، ', 'ar'), places_ckb: list('، ', 'ckb') };
}
