/** Barcodes of the demonstration, as a shop of the region has them: GTINs of many countries, and some of the shop's own. */
import { checkDigit, internalBarcode } from '../../domain/catalogue/barcode.ts';

/** Turkey, Iran, Syria, Saudi Arabia, the United Kingdom, Germany, the Netherlands, India and China. */
const PREFIXES = ['869', '626', '621', '628', '500', '400', '871', '890', '693'] as const;
/** Goods that the shop packs itself have a barcode of its own. */
const OWN_EVERY = 40;

const withCheck = (digits: string): string => `${digits}${checkDigit(digits)}`;

/** EAN-13 of the goods with this number, which counts from 0. */
export function pieceCode(number: number): string {
  if (number % OWN_EVERY === OWN_EVERY - 1) return internalBarcode(2 * number + 1);
  const maker = (number * 7919) % PREFIXES.length;
  return withCheck(`${PREFIXES[maker]}${4100 + maker}${String(number + 1).padStart(5, '0')}`);
}

/** The case of these goods has a GTIN-14 with the number of the piece. */
export function caseCode(number: number): string {
  if (number % OWN_EVERY === OWN_EVERY - 1) return internalBarcode(2 * number + 2);
  return withCheck(`1${pieceCode(number).slice(0, 12)}`);
}

/** The GTIN in the DataMatrix on a package of medicine. */
export const medicineCode = (number: number): string => withCheck(`6211234${String(number + 1).padStart(5, '0')}`);
