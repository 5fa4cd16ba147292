/**
 * Digits of four scripts: Latin, Arabic-Indic, Persian (on Kurdish keyboards) and full width. Typed digits become
 * Latin; displayed ones are Latin or, by preference, Arabic-Indic.
 */
import { defined } from '../../../domain/kernel/defined.ts';
import { isolateLtr } from '../../../languages/isolate.ts';

export { isolateLtr };

export type DigitShape = 'latin' | 'arabic';

const ZEROS = [0x0660, 0x06f0, 0xff10];
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** Replaces the digits of the other scripts by Latin ones; other characters are unchanged. */
export function toLatinDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = defined(ZEROS.find((start) => code >= start && code <= start + 9));
    return String(code - zero);
  });
}

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
