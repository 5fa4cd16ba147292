/**
 * UPC-E: a UPC-A with enough zeros in a row, printed with eight digits (GS1 General Specifications, section 5.2.2.4.2). A
 * scanner sends either form of one label, as it is set up. The check digit is that of the long form.
 */
import { checkDigit } from './barcode.ts';
import { isGtin, withoutZeros } from './code.ts';

const SHORT = /^[01]\d{7}$/;
/** With one or two zeros before it, as EAN-13 and GTIN-14 are. */
const LONG = /^0{0,2}([01]\d{11})$/;

/** The UPC-A of a UPC-E; undefined for any other text. */
export function longForm(code: string): string | undefined {
  if (!SHORT.test(code)) return undefined;
  const [system, six, check] = [code.slice(0, 1), code.slice(1, 7), code.slice(7)];
  const eleven = `${system}${withItsZeros(six)}`;
  return String(checkDigit(eleven)) === check ? `${eleven}${check}` : undefined;
}

/** The last of the six digits says where the zeros are. */
function withItsZeros(six: string): string {
  const last = Number(six.slice(5));
  if (last <= 2) return `${six.slice(0, 2)}${last}0000${six.slice(2, 5)}`;
  if (last === 3) return `${six.slice(0, 3)}00000${six.slice(3, 5)}`;
  if (last === 4) return `${six.slice(0, 4)}00000${six.slice(4, 5)}`;
  return `${six.slice(0, 5)}0000${last}`;
}

/** The UPC-E of a UPC-A, which not every one has; undefined for any other text. */
export function shortForm(code: string): string | undefined {
  const [, long = ''] = LONG.exec(code) ?? [];
  if (!isGtin(long)) return undefined;
  const [digits, check] = [long.slice(1, 11), long.slice(11)];
  const sixes = [
    `${digits.slice(0, 2)}${digits.slice(7, 10)}${digits.slice(2, 3)}`,
    `${digits.slice(0, 3)}${digits.slice(8, 10)}3`,
    `${digits.slice(0, 4)}${digits.slice(9, 10)}4`,
    `${digits.slice(0, 5)}${digits.slice(9, 10)}`,
  ];
  return sixes.map((six) => `${long.slice(0, 1)}${six}${check}`).find((short) => longForm(short) === long);
}

/** The key of the other form of a UPC, as `keyOfCode` answers it. */
export function keyOfOtherForm(code: string): string | undefined {
  const other = longForm(code) ?? shortForm(code);
  return other !== undefined && isGtin(other) ? withoutZeros(other) : other;
}
