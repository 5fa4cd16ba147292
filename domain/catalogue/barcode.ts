/**
 * Barcodes that the business issues itself: EAN-13 with the prefix 29, which is reserved for use within a business.
 * Scales print the prefixes 20 to 28 with a weight or price inside, so these are not used here.
 */
const RANGE = '29';
const NUMBER_DIGITS = 10;

/** The barcode for a sequence number, which counts from 1. */
export function internalBarcode(number: number): string {
  const digits = `${RANGE}${String(number).padStart(NUMBER_DIGITS, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

/** The sequence number of an internal barcode; undefined for any other barcode. */
export function internalNumber(barcode: string): number | undefined {
  const digits = /^29(\d{10})\d$/.exec(barcode)?.[1];
  return digits === undefined || internalBarcode(Number(digits)) !== barcode ? undefined : Number(digits);
}

/** Half of the range: no sequence reaches further, so a higher number is another program's. */
const COUNTED_MAX = 5 * 10 ** (NUMBER_DIGITS - 1);

/**
 * The sequence number of an internal barcode after which the sequence continues. Undefined for any other barcode, and
 * for a high number of another program, after which few would be left.
 */
export function countedNumber(barcode: string): number | undefined {
  const number = internalNumber(barcode);
  return number === undefined || number > COUNTED_MAX ? undefined : number;
}

/**
 * The check digit that follows the digits of a GTIN, such as the first twelve of an EAN-13: it completes their sum, with
 * every second digit from the last on times three, to a multiple of ten.
 */
export function checkDigit(digits: string): number {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * ((digits.length - index) % 2 === 1 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10;
}
