/** Quantities of goods in their base unit: scaled integers with six decimals. */
import { divideRounded, parseFixed, printFixed } from './fixed-point.ts';

export const QUANTITY_SCALE = 6;
export type Quantity = bigint & { readonly __quantity: true };

/**
 * Brands an integer of millionths: 2.5 is `toQuantity(2_500_000n)`. No other code makes a Quantity from a plain
 * integer.
 */
export const toQuantity = (units: bigint): Quantity => units as Quantity;

export const QUANTITY_ONE = toQuantity(1_000_000n);
export const NO_QUANTITY = toQuantity(0n);

/** Reads a decimal string with at most six decimals; undefined when it is not one. */
export function readQuantity(text: string): Quantity | undefined {
  const units = parseFixed(text, QUANTITY_SCALE);
  return units === undefined ? undefined : toQuantity(units);
}

/** Reads a decimal string that has already been validated; throws when it is not one. */
export function quantity(text: string): Quantity {
  const value = readQuantity(text);
  if (value === undefined) throw new RangeError(`not a quantity: ${text}`);
  return value;
}

export function printQuantity(value: Quantity): string {
  return printFixed(value, QUANTITY_SCALE);
}

/** Converts a quantity in some unit to base units: 2 boxes of 12 are 24. */
export function inBaseUnits(count: Quantity, basePerUnit: Quantity): Quantity {
  return toQuantity(divideRounded(count * basePerUnit, QUANTITY_ONE));
}
