/**
 * Search folding: what two people type for the same word becomes the same text. Arabic and Persian forms of
 * yeh, kaf and heh, teh marbuta, hamza carriers, diacritics, the tatweel, digits and case are all folded.
 */
import { toLatinDigits } from './digits.ts';

const LETTERS: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ئ: 'ی',
  ێ: 'ی',
  ې: 'ی',
  ك: 'ک',
  ڪ: 'ک',
  ه: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ۃ: 'ه',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ؤ: 'و',
  ۆ: 'و',
  ۊ: 'و',
  ۇ: 'و',
  ڵ: 'ل',
  ڕ: 'ر',
  ڤ: 'ف',
};
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u200b-\u200f\u061c\u2066-\u2069]/g;

/** Folded text for comparing and searching; never shown. */
export function foldForSearch(text: string): string {
  const letters = [...text.toLowerCase()].map((letter) => LETTERS[letter] ?? letter).join('');
  const unmarked = letters.normalize('NFKD').replace(MARKS, '');
  const again = [...unmarked].map((letter) => LETTERS[letter] ?? letter).join('');
  return toLatinDigits(again).replace(/\s+/g, ' ').trim();
}

/** True when every word of the query is somewhere in the text. */
export function matchesSearch(text: string, query: string): boolean {
  const folded = foldForSearch(text);
  return foldForSearch(query)
    .split(' ')
    .every((word) => folded.includes(word));
}
