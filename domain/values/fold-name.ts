/**
 * Folds names for uniqueness: differences in case, Arabic and Kurdish letter forms, digits, marks and spaces are
 * ignored. Letters that distinguish words (و and ۆ) remain different.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ی',
  ي: 'ی',
  ك: 'ک',
  ة: 'ه',
  ە: 'ه',
  ھ: 'ه',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
/**
 * Combining marks (also hamza and madda after decomposition), tatweel, and zero-width joiners that keyboards insert.
 */
const UNSEEN = /[\p{M}\p{Cf}\u0640]/gu;
const EASTERN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g;

export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
