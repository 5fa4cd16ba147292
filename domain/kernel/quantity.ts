/** Quantities of goods in their base unit: scaled integers with six decimals. */
import { divideRounded, parseFixed, printFixed } from './fixed-point.ts';

export const QUANTITY_SCALE = 6;
export const QUANTITY_ONE = 1_000_000n;
export type Quantity = bigint & { readonly __quantity: true };

export const NO_QUANTITY = 0n as Quantity;

/** Reads a decimal string with at most six decimals; undefined when it is not one. */
export function readQuantity(text: string): Quantity | undefined {
  return parseFixed(text, QUANTITY_SCALE) as Quantity | undefined;
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

/** A quantity in some unit, in base units: 2 boxes of 12 are 24. */
export function inBaseUnits(count: Quantity, basePerUnit: Quantity): Quantity {
  return divideRounded(count * basePerUnit, QUANTITY_ONE) as Quantity;
}
