/** A quantity in the units of its item: *12 Box 2 Strip 8 Tablet*. */
import { Fragment } from 'react';
import type { UnitPart } from '../typing/unit-text.ts';
import { Amount } from './amount.tsx';

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
