/**
 * The one reader of codes (docs/decisions/0104): what a scanned or typed text may be, and which goods it names. Tills,
 * editors, price checkers, counting, search and import all read codes here.
 */
import { divideRounded } from '../values/fixed-point.ts';
import { money } from '../values/money.ts';
import { printQuantity, QUANTITY_ONE, toQuantity } from '../values/quantity.ts';
import { cleanCode, keyOfCode, withoutZeros } from './code.ts';
import { type CodeContent, readGs1, withoutSymbol } from './gs1.ts';
import { labelOf, type ScaleFormat } from './scales.ts';
import { keyOfOtherForm } from './upc-e.ts';

export interface CodeReading extends CodeContent {
  /** The whole text, the product of a GS1 code, or the item's number on the label of a scale. */
  readonly of: 'whole' | 'product' | 'label';
  /** Keys of codes, the likeliest first. */
  readonly keys: readonly string[];
}

/**
 * The readings of a text in their order: goods that have the whole code are meant, whatever else the code looks like. A label
 * of a scale is read last of all that a code contains. Empty for a text without a sign.
 */
export function readCode(text: string, formats: readonly ScaleFormat[] = []): readonly CodeReading[] {
  const code = withoutSymbol(text.trim());
  const keys = [...new Set([keyOfCode(text), keyOfCode(code)])].filter((key) => key !== '');
  if (keys.length === 0) return [];
  const product = readGs1(text);
  const label = labelOf(text, formats);
  const digits = cleanCode(code);
  const upc = isEan8(text) ? undefined : keyOfOtherForm(digits);
  const short = /^0+\d+$/.test(digits) ? [withoutZeros(digits)].filter((key) => !keys.includes(key)) : [];
  return [
    { of: 'whole', keys },
    ...(product ? [{ of: 'product', ...product } as const] : []),
    ...(label ? [labelReading(label)] : []),
    // Scanners fill a code with zeros, and spreadsheets take them away.
    ...(short.length > 0 ? [{ of: 'whole', keys: short } as const] : []),
    // The eight digits of a UPC-E may be a GTIN-8 as well: goods that have the code itself are meant first.
    ...(upc !== undefined && !keys.includes(upc) ? [{ of: 'whole', keys: [upc] } as const] : []),
  ];
}

/** The scanner says that it read an EAN-8, which is no UPC-E. */
const isEan8 = (text: string): boolean => text.trim().startsWith(']E4');

function labelReading({ item, ...measure }: NonNullable<ReturnType<typeof labelOf>>): CodeReading {
  return { of: 'label', keys: [...new Set([item, withoutZeros(item)])], ...measure };
}

/** All keys of a text in their order. */
export const keysIn = (text: string, formats: readonly ScaleFormat[] = []): readonly string[] => [
  ...new Set(readCode(text, formats).flatMap(({ keys }) => keys)),
];

/** True when the whole package is one weight or price, whose unit is the base unit. */
export const isMeasured = ({ weight, amount }: CodeContent): boolean => weight !== undefined || amount !== undefined;

export interface CodedUnit {
  readonly unit_fk: number;
  readonly is_base?: boolean;
  readonly is_default: boolean;
  readonly barcodes: readonly string[];
}

export interface CodedGoods {
  readonly item_code: string | null;
  readonly units: readonly CodedUnit[];
}

export interface FoundCode<Goods> {
  readonly goods: Goods;
  /** The unit of the barcode; the base unit of a weight or a price; undefined for the code of an item. */
  readonly unit_fk: number | undefined;
  readonly reading: CodeReading;
}

/**
 * The goods that a text names among these: by the first reading that names any, and by a barcode before the code of an item.
 * Of several with one key, the one with exactly this text.
 */
export function findByCode<Goods>(
  text: string,
  formats: readonly ScaleFormat[],
  goods: readonly Goods[],
  coded: (goods: Goods) => CodedGoods,
): FoundCode<Goods> | undefined {
  for (const reading of readCode(text, formats)) {
    for (const key of reading.keys) {
      const found = withBarcode(text, key, goods, coded) ?? withItemCode(key, goods, coded);
      if (found) return { ...found, unit_fk: unitOf(reading, found.unit_fk, coded(found.goods)), reading };
    }
  }
  return undefined;
}

interface Place<Goods> {
  readonly goods: Goods;
  readonly unit_fk: number | undefined;
}

function withBarcode<Goods>(
  text: string,
  key: string,
  goods: readonly Goods[],
  coded: (goods: Goods) => CodedGoods,
): Place<Goods> | undefined {
  let first: Place<Goods> | undefined;
  const exact = cleanCode(text);
  for (const each of goods) {
    for (const { unit_fk, barcodes } of coded(each).units) {
      for (const barcode of barcodes) {
        if (keyOfCode(barcode) !== key) continue;
        if (cleanCode(barcode) === exact) return { goods: each, unit_fk };
        first ??= { goods: each, unit_fk };
      }
    }
  }
  return first;
}

function withItemCode<Goods>(key: string, goods: readonly Goods[], coded: (goods: Goods) => CodedGoods) {
  const found = goods.find((each) => keyOfCode(coded(each).item_code ?? '') === key);
  return found === undefined ? undefined : { goods: found, unit_fk: undefined };
}

const unitOf = (reading: CodeReading, own: number | undefined, { units }: CodedGoods): number | undefined =>
  isMeasured(reading) ? (units.find(({ is_base }) => is_base)?.unit_fk ?? own) : own;

/**
 * The quantity in the unit that was found. A price divides by the price at which the scale knows the item: that of its base
 * unit, whoever buys.
 */
export function quantityOf({ weight, amount, count }: CodeContent, scalePrice: () => string | undefined): string {
  if (weight !== undefined) return weight;
  if (amount === undefined) return count ?? '1';
  const each = money(scalePrice() ?? '0');
  return each <= 0n ? '1' : printQuantity(toQuantity(divideRounded(money(amount) * QUANTITY_ONE, each)));
}
