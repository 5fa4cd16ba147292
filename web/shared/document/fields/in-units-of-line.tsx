/** Quantities in base units of a line, in the units of its item: its batches, and the cells of a stock. */
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { BatchQuantity } from '../../../../domain/values/batch.ts';
import { CountedBatch } from '../../controls/counted-batch.tsx';
import { InUnits } from '../../controls/in-units.tsx';
import { usePreferences } from '../../language/preferences.ts';
import type { NamedBatch } from '../../typing/batch-text.ts';
import type { NumberFormat } from '../../typing/number-format.ts';
import { unitParts, unitText } from '../../typing/unit-text.ts';
import { type Fields, idOf, type Line } from '../model/draft.ts';
import { batchWords, namedBatches, unpackBatches } from '../model/goods/batches.ts';
import { useDocumentDay } from '../model/goods/document-day.ts';
import { itemQueryOn, knownItemOn, unitsOf } from '../model/goods/items.ts';

/** The item is asked for, because a document that is only read has not loaded it. */
export function useNamedBatches(batches: readonly BatchQuantity[], line: Fields): readonly NamedBatch[] {
  const { digits } = usePreferences();
  const item = idOf(line, 'item_fk');
  const day = useDocumentDay();
  const { data } = useQuery({ ...itemQueryOn(item ?? 0, day), enabled: item !== undefined && batches.length > 0 });
  return namedBatches(batches, unitsOf(data), digits);
}

export function ShownBatches({ batches }: { readonly batches: readonly NamedBatch[] }) {
  return batches.map((batch, index) => (
    <Fragment key={batch.name}>
      {index > 0 && ' + '}
      <CountedBatch {...batch} />
    </Fragment>
  ));
}

interface InUnitsProps {
  readonly line: Line;
  readonly look: NumberFormat;
}

interface BatchesOfLineProps extends InUnitsProps {
  readonly value: Line['fields'][string] | undefined;
}

/** All of them are said where the column is too narrow. */
export function BatchesOfLine({ value, line, look }: BatchesOfLineProps) {
  const batches = useNamedBatches(unpackBatches(value), line.fields);
  return (
    <span
      title={batchWords(batches, look.digits ?? 'latin')}
      className="block h-full truncate px-2 leading-8 group-data-cards/grid:whitespace-normal group-data-cards/grid:leading-[inherit]"
    >
      <ShownBatches batches={batches} />
    </span>
  );
}

interface BaseQuantityProps extends InUnitsProps {
  readonly value: string;
}

/** A stock in the units of the line's item; the whole of it is said where the column is too narrow. */
export function BaseQuantity({ value, line, look }: BaseQuantityProps) {
  const day = useDocumentDay();
  const parts = unitParts(value, unitsOf(knownItemOn(idOf(line.fields, 'item_fk') ?? 0, day)));
  return (
    <span
      title={unitText(parts, { digits: look.digits ?? 'latin' })}
      className="block h-full truncate px-2 leading-8 group-data-cards/grid:leading-[inherit]"
    >
      <InUnits parts={parts} />
    </span>
  );
}
