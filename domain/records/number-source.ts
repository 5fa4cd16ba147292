/** Numbers that the server assigns to a field of a record, where people also enter numbers of the same sequence. */

export interface NumberSource {
  /** The counter: `barcode`. */
  readonly source: string;
  /** The unique field that contains the numbers as text, dotted for lists. */
  readonly field: string;
  readonly textOf: (number: number) => string;
  /** The number in a text, after which the counter continues; undefined for any other text. */
  readonly numberIn: (text: string) => number | undefined;
}

/** The highest number in the texts of a value; 0 when there is none. */
export function highestNumber(numberIn: NumberSource['numberIn'], value: unknown): number {
  if (typeof value === 'string') return numberIn(value) ?? 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((most: number, entry) => Math.max(most, highestNumber(numberIn, entry)), 0);
}
