/**
 * Barcodes that the business gives itself: EAN-13 in the range 29, which is for use within a business and never
 * printed by a maker. Scales print 20 to 28 with a weight or price inside, so those are left to them.
 */
const RANGE = '29';
const NUMBER_DIGITS = 10;

/** The barcode of a number that counts from 1. */
export function internalBarcode(number: number): string {
  const digits = `${RANGE}${String(number).padStart(NUMBER_DIGITS, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

/** The number of a barcode of ours; undefined for any other. */
export function internalNumber(barcode: string): number | undefined {
  const digits = /^29(\d{10})\d$/.exec(barcode)?.[1];
  return digits === undefined || internalBarcode(Number(digits)) !== barcode ? undefined : Number(digits);
}

/** Of the first twelve digits: what brings the sum, every second digit taken three times, up to a full ten. */
export function checkDigit(twelve: string): number {
  const sum = [...twelve].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}
