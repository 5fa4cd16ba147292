/** A quantity in the units of its item: *12 Box 2 Strip 8 Tablet*. */
import { Fragment, type ReactNode } from 'react';
import type { Row } from '../api/list.ts';
import { listThatFits } from '../api/wire.ts';
import type { UnitPart } from '../typing/unit-text.ts';
import { Amount } from './amount.tsx';

/** The largest unit comes first in the direction of the page, also in a column of numbers, which run from left to right. */
export function InUnits({ parts }: { readonly parts: readonly UnitPart[] }) {
  if (parts.length === 0) return null;
  return (
    <bdi className="ltr:[direction:ltr] rtl:[direction:rtl]">
      {parts.map(({ quantity, unit_name }, index) => (
        <Fragment key={unit_name}>
          {index > 0 && ' '}
          <span className="whitespace-nowrap">
            <Amount value={quantity} decimals={6} />
            {unit_name && (
              <>
                {' '}
                <bdi className="text-xs text-ink-muted">{unit_name}</bdi>
              </>
            )}
          </span>
        </Fragment>
      ))}
    </bdi>
  );
}

/** The parts in a field of a row, such as `in_units`. */
export const partsIn = (row: Row, field: string): readonly UnitPart[] =>
  listThatFits<UnitPart>(row[field], { quantity: 'string' });

interface ToldColumn {
  readonly cell: (row: Row) => ReactNode;
  readonly text: (row: Row) => string;
}

/** Of a column with a figure in base units: people read its units, and a sheet has the number. */
export const toldInUnits = (figure: string, units = `${figure}_in_units`): ToldColumn => ({
  cell: (row) => <InUnits parts={partsIn(row, units)} />,
  text: (row) => String(row[figure] ?? ''),
});
