/**
 * Codes of the demonstration, as a shop of the region has them: GTINs of many countries, some of the shop's own, labels of
 * its scales, and the DataMatrix on a package of medicine.
 */
import { checkDigit, internalBarcode } from '../../../domain/catalogue/barcode.ts';
import type { ScaleFormat } from '../../../domain/catalogue/scales.ts';

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

/** The scales of the shops: one prints grams, the other one the price of the package. */
export const SCALES: readonly ScaleFormat[] = [
  { prefixes: ['20', '21'], holds: 'weight', item_digits: 5, decimals: 3 },
  { prefixes: ['24'], holds: 'price', item_digits: 5, decimals: 0 },
];

/** The number of goods at the scales, which is their code: `00011`. */
export const scaleNumber = (number: number): string => String(number + 11).padStart(5, '0');

const label = (prefix: string, scale: string, value: number): string =>
  withCheck(`${prefix}${scale}${String(value).padStart(5, '0')}`);

export const weightLabel = (scale: string, grams: number): string => label('20', scale, grams);
export const priceLabel = (scale: string, dinars: number): string => label('24', scale, dinars);

/** The text of the DataMatrix: GTIN, day of expiry `YYYY-MM-DD`, and batch, which is the last because its length varies. */
export const medicineMatrix = (gtin: string, expires: string, batch: string): string =>
  `01${gtin.padStart(14, '0')}17${expires.replaceAll('-', '').slice(2)}10${batch}`;

export const phoneCode = (number: number): string => withCheck(`6933456${String(number + 1).padStart(5, '0')}`);

/** The GTIN in the DataMatrix on a package of medicine. */
export const medicineCode = (number: number): string => withCheck(`6211234${String(number + 1).padStart(5, '0')}`);
