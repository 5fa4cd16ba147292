/** A batch and what there is of it in the units of its item: *B7 × 2 Strip 8 Tablet*. */
import type { NamedBatch } from '../typing/batch-text.ts';
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
