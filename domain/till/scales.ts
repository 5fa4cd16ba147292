/** Formats of barcodes from the shop's scales: an EAN-13 that starts with 2 and contains a weight or a price. */

export interface ScaleFormat {
  /** The first two digits. */
  readonly prefixes: readonly string[];
  readonly holds: 'weight' | 'price';
  /** Number of digits of the item's number after the prefix; the value follows, up to the check digit. */
  readonly item_digits: number;
  readonly decimals: number;
}

/** The default formats. */
export const USUAL_SCALES: readonly ScaleFormat[] = [
  { prefixes: ['20', '21', '22', '23'], holds: 'weight', item_digits: 5, decimals: 3 },
  { prefixes: ['24', '25', '26', '27', '28'], holds: 'price', item_digits: 5, decimals: 0 },
];
