/** How scales of the shop print their barcodes: an EAN-13 that begins with 2 and holds a weight or a price. */

export interface ScaleFormat {
  /** The two digits in front. */
  readonly prefixes: readonly string[];
  readonly holds: 'weight' | 'price';
  /** Digits of the item's number after them; a value follows, up to the check digit. */
  readonly item_digits: number;
  readonly decimals: number;
}

/** Where the settings say nothing. */
export const USUAL_SCALES: readonly ScaleFormat[] = [
  { prefixes: ['20', '21', '22', '23'], holds: 'weight', item_digits: 5, decimals: 3 },
  { prefixes: ['24', '25', '26', '27', '28'], holds: 'price', item_digits: 5, decimals: 0 },
];
