/**
 * Search folding: different spellings of one word become the same text. Arabic, Persian and Kurdish forms of yeh, kaf
 * and heh, teh marbuta, hamza carriers, diacritics, the tatweel, digits and case are folded. The read models store
 * folded text and the read API folds search terms with this one function.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ئ: 'ی',
  ێ: 'ی',
  ې: 'ی',
  ك: 'ک',
  ڪ: 'ک',
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
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
/** Marks above and below, the tatweel, and zero-width characters that keyboards insert. */
const UNSEEN = /[\u0300-\u036f\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u200b-\u200f\u061c\u2066-\u2069]/gu;
/** For `regexp_replace` of the database. */
export const UNSEEN_LETTERS = UNSEEN.source;
/** Arabic-Indic, Persian and full-width digits: the last four bits of each are its value. */
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/gu;

/** Replaces the digits of the other scripts by Latin ones; other characters are unchanged. */
export const toLatinDigits = (text: string): string =>
  text.replace(OTHER_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf));

const OTHER_DIGITS = [0x0660, 0x06f0, 0xff10].flatMap((zero) =>
  Array.from({ length: 10 }, (_, value) => String.fromCharCode(zero + value)),
);
/** Letters and digits, and those that folding makes of them, in the same order: for `translate` of the database. */
export const FOLDED_ONE_BY_ONE = {
  from: [...Object.keys(LETTERS), ...OTHER_DIGITS].join(''),
  to: [...Object.values(LETTERS), ...OTHER_DIGITS.map(toLatinDigits)].join(''),
};

/** Folded text for comparing and searching; never shown. */
export function foldForSearch(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
  return toLatinDigits(letters).replace(/\s+/g, ' ').trim();
}
