/**
 * Digits of four scripts: Latin, Arabic-Indic, Persian (on Kurdish keyboards) and full width. Typed digits become
 * Latin; displayed ones are Latin or, by preference, Arabic-Indic.
 */
import { toLatinDigits } from '../../../domain/values/folding.ts';
import { isolateLtr } from '../../../languages/isolate.ts';

export { isolateLtr, toLatinDigits };

export type DigitShape = 'latin' | 'arabic';

/** Latin digits in the person's preferred script. */
export function shapeDigits(text: string, shape: DigitShape): string {
  if (shape === 'latin') return text;
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
}

/** A number of a text: not part of a code, a key or a size of paper (`A4`, `F9`, `EAN-13`), and not all digits. */
const NUMBER_IN_TEXT = /(?<![A-Za-z\d-])\d{1,9}(?![A-Za-z\d])/g;

/** The numbers of a text before its values are filled in, in the preferred digits. */
export function shapeTemplate(text: string, shape: DigitShape): string {
  return shape === 'latin' ? text : text.replace(NUMBER_IN_TEXT, (number) => shapeDigits(number, shape));
}

/** Applies the preferred digits to the isolated numbers and dates in a message of the server. */
export function shapeIsolated(sentence: string, shape: DigitShape): string {
  if (shape === 'latin') return sentence;
  return sentence.replace(/\u2066([^\u2069]*)\u2069/g, (_, number: string) => {
    const separated = number.replaceAll(',', '\u066c').replaceAll('.', '\u066b');
    return isolateLtr(shapeDigits(separated, shape));
  });
}
