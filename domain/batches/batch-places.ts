/** Where batches are: in inventories, for the sentence that they are not in that of a document, and inside of kits. */
import type { RecordNames } from '../records/record-names.ts';
import type { Batch, BatchOnHand } from '../values/batch.ts';

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

/** A part of the kits of one collection. */
export interface KitPart {
  readonly names: RecordNames<'name'>;
  /** Base units of the part in one collection. */
  readonly each: string;
  /** What is inside of all kits of the collection, by the names that batches have now. */
  readonly inside: readonly BatchOnHand[];
}

/** The kits of an item of which batches are known to be inside. */
export interface Kits {
  /** Base units of the item in all inventories, reserved ones included. */
  readonly onHand: string;
  readonly collections: readonly {
    /** Base units of the kit in one collection. */
    readonly unit: string;
    readonly parts: readonly KitPart[];
  }[];
}
