/** A number that a supplier gave to a paper of theirs, and the other documents that have it. */
import { foldForSearch } from '../values/folding.ts';

/** A number with the sort of paper that it is of: numbers of bills and of receipts are compared with their own only. */
export interface SupplierNumber {
  readonly sort: string;
  readonly supplier: number;
  /** Folded. */
  readonly number: string;
}

/** Another document in force with such a number; `seen` is absent for a person who may not see it. */
export interface SameNumber extends SupplierNumber {
  readonly seen?: Readonly<Record<'document' | 'day' | 'amount', string>>;
}

/** The same for `INV-0077`, `inv 77` and `INV٧٧`; empty for a text without letters and digits. */
const foldNumber = (text: string): string =>
  foldForSearch(text)
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Each number once; none without a supplier. */
export function numbersIn(sort: string, supplier: unknown, texts: readonly unknown[]): readonly SupplierNumber[] {
  if (typeof supplier !== 'number') return [];
  const numbers = new Set(texts.map((text) => (typeof text === 'string' ? foldNumber(text) : '')));
  return [...numbers].flatMap((number) => (number === '' ? [] : [{ sort, supplier, number }]));
}

export const isSameNumber = (one: SupplierNumber, other: SupplierNumber): boolean =>
  one.sort === other.sort && one.supplier === other.supplier && one.number === other.number;
