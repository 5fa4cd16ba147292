/** A quantity in the units of its item: *12 boxes 2 strips 8 tablets*. */
import { Fragment } from 'react';
import { partsInUnits, type SizedUnit } from '../../../domain/values/in-units.ts';
import { NO_QUANTITY, readQuantity } from '../../../domain/values/quantity.ts';
import { formatDecimal, type NumberFormat } from '../typing/number-format.ts';
import { Amount } from './amount.tsx';

export interface UnitPart {
  readonly quantity: string;
  readonly unit_name: string | null;
}

interface NamedUnit extends SizedUnit {
  readonly unit_name?: string | null;
}

/** The parts of a quantity in base units; where the units are not known, the quantity itself. */
export function unitParts(base: string, units: readonly NamedUnit[]): readonly UnitPart[] {
  const parts = partsInUnits(readQuantity(base) ?? NO_QUANTITY, units);
  if (parts.length === 0) return [{ quantity: base, unit_name: null }];
  return parts.map(({ unit, quantity }) => ({ quantity, unit_name: unit.unit_name ?? null }));
}

export const unitText = (parts: readonly UnitPart[], { digits }: Pick<NumberFormat, 'digits'>): string =>
  parts
    .map(({ quantity, unit_name }) => [formatDecimal(quantity, { digits }), unit_name].filter(Boolean).join(' '))
    .join(' ');

export function InUnits({ parts }: { readonly parts: readonly UnitPart[] }) {
  return parts.map(({ quantity, unit_name }, index) => (
    <Fragment key={unit_name}>
      {index > 0 && ' '}
      <span className="whitespace-nowrap">
        <Amount value={quantity} decimals={6} />{' '}
        {unit_name && <bdi className="text-xs text-ink-muted">{unit_name}</bdi>}
      </span>
    </Fragment>
  ));
}
