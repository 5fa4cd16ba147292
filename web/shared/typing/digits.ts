/**
 * Digits come from four keyboards: Latin, Arabic-Indic, Persian (which Kurdish keyboards use) and full width.
 * Everything typed is read as Latin; what is shown is Latin unless a person prefers Arabic-Indic.
 */
import { defined } from '../../../domain/kernel/defined.ts';
import { isolateLtr } from '../../../languages/isolate.ts';

export { isolateLtr };

export type DigitShape = 'latin' | 'arabic';

const ZEROS = [0x0660, 0x06f0, 0xff10];
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** Any digit of any of the four sets as its Latin one; everything else stays. */
export function toLatinDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = defined(ZEROS.find((start) => code >= start && code <= start + 9));
    return String(code - zero);
  });
}

/** Latin digits in the shape that a person prefers. */
export function shapeDigits(text: string, shape: DigitShape): string {
  if (shape === 'latin') return text;
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
}

/** The numbers and dates of a sentence of the server, which it isolates, in the shape that a person prefers. */
export function shapeIsolated(sentence: string, shape: DigitShape): string {
  if (shape === 'latin') return sentence;
  return sentence.replace(/\u2066([^\u2069]*)\u2069/g, (_, number: string) => {
    const separated = number.replaceAll(',', '\u066c').replaceAll('.', '\u066b');
    return isolateLtr(shapeDigits(separated, shape));
  });
}
