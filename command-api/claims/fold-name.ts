/**
 * Names that a person takes for the same are the same: case, Arabic and Kurdish letter forms, digits, marks and
 * spaces do not make a difference to a unique name. Letters that make another word (و and ۆ) stay apart.
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
/** Combining marks (hamza and madda too, once decomposed), tatweel, and the joiners without width that keyboards write. */
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
