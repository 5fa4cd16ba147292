/** A batch and what there is of it in the units of its item: *B7 × 2 Strip 8 Tablet*. */
import type { BatchQuantity } from '../../../domain/values/batch.ts';
import { usePreferences } from '../language/preferences.ts';
import { batchTexts, type NamedBatch } from '../typing/batch-text.ts';
import { type NamedUnit, unitParts } from '../typing/unit-text.ts';
import { InUnits } from './in-units.tsx';

/** Each part is read in its own direction, also beside a number of a batch in Latin letters. */
export function CountedBatch({ name, parts }: NamedBatch) {
  return (
    <>
      <bdi className="whitespace-nowrap">{name}</bdi>
      {parts.length > 0 && (
        <>
          {' × '}
          <InUnits parts={parts} />
        </>
      )}
    </>
  );
}

interface BatchesOfGoodsProps {
  readonly batches: readonly BatchQuantity[];
  /** Of the item. */
  readonly units: readonly NamedUnit[];
  /** What the number of a single piece is called; absent for batches of several. */
  readonly pieceWord: string | undefined;
}

/** The batches of a line below the name of its goods: number and day, and of several what there is of each. */
export function BatchesOfGoods({ batches, units, pieceWord }: BatchesOfGoodsProps) {
  const { digits } = usePreferences();
  return batchTexts(batches, digits, ({ quantity }) => unitParts(quantity, units)).map((batch) => (
    <span key={batch.name} className="block text-sm text-ink-muted" data-batch>
      {pieceWord && `${pieceWord} `}
      <CountedBatch {...batch} />
    </span>
  ));
}
