/** A quantity in the units of its item, the largest first: 388 tablets are 12 boxes, 2 strips and 8 tablets. */
import { printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from './quantity.ts';

export interface SizedUnit {
  /** One unit in base units. */
  readonly base_unit_qty: string;
}

export interface PartInUnit<Unit extends SizedUnit> {
  readonly unit: Unit;
  /** In this unit: whole, except of base units. */
  readonly quantity: string;
}

/**
 * The parts are exactly the quantity. Units below the base unit are left out: a rest in them would not be exact. Nothing is one
 * part of zero base units. Without a base unit nothing is said.
 */
export function partsInUnits<Unit extends SizedUnit>(
  base: Quantity,
  units: readonly Unit[],
): readonly PartInUnit<Unit>[] {
  const sized = units
    .map((unit) => ({ unit, size: quantity(unit.base_unit_qty) }))
    .filter(({ size }) => size >= QUANTITY_ONE)
    .toSorted((one, other) => (one.size < other.size ? 1 : one.size > other.size ? -1 : 0));
  const last = sized.at(-1);
  if (last?.size !== QUANTITY_ONE) return [];
  let rest: bigint = base;
  const parts: PartInUnit<Unit>[] = [];
  for (const { unit, size } of sized) {
    const isLast = unit === last.unit;
    const whole = isLast ? rest : (rest / size) * QUANTITY_ONE;
    rest -= isLast ? rest : (rest / size) * size;
    if (whole !== 0n || (isLast && parts.length === 0))
      parts.push({ unit, quantity: printQuantity(toQuantity(whole)) });
  }
  return parts;
}
