/** A quantity in the units of its item as text: `12 Box 2 Strip 8 Tablet`. */
import { partsInUnits, type SizedUnit } from '../../../domain/values/in-units.ts';
import { NO_QUANTITY, readQuantity } from '../../../domain/values/quantity.ts';
import type { DigitShape } from './digits.ts';
import { formatDecimal } from './number-format.ts';

export interface UnitPart {
  readonly quantity: string;
  readonly unit_name: string | null;
}

export interface NamedUnit extends SizedUnit {
  readonly unit_name?: string | null;
}

/** The parts of a quantity in base units; where the units are not known, the quantity itself. */
export function unitParts(base: string, units: readonly NamedUnit[]): readonly UnitPart[] {
  const parts = partsInUnits(readQuantity(base) ?? NO_QUANTITY, units);
  if (parts.length === 0) return [{ quantity: base, unit_name: null }];
  return parts.map(({ unit, quantity }) => ({ quantity, unit_name: unit.unit_name ?? null }));
}

export const unitText = (parts: readonly UnitPart[], { digits }: { readonly digits: DigitShape }): string =>
  parts
    .map(({ quantity, unit_name }) => [formatDecimal(quantity, { digits }), unit_name].filter(Boolean).join(' '))
    .join(' ');
