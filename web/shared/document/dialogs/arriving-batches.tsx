/** The batches of a line's goods that arrive: as on their packages, or those of the sent ones that came. */
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchQuantity, mergedBatches } from '../../../../domain/values/batch.ts';
import { Button } from '../../controls/button.tsx';
import { ShownBatches, useNamedBatches } from '../fields/in-units-of-line.tsx';
import type { Fields, Line } from '../model/draft.ts';
import { hasPieces } from '../model/goods/batches.ts';

const BatchDialog = lazy(() => import('../grid/batch-dialog.tsx'));

interface ArrivingBatchesProps {
  readonly header: Fields;
  readonly line: Line;
  readonly resource: string;
  /** What arrives of the line now, in its unit. */
  readonly count: string;
  readonly named: readonly BatchQuantity[];
  /** The batches that were sent; undefined when any batch may come. */
  readonly sent: readonly BatchQuantity[] | undefined;
  readonly onChoose: (batches: readonly BatchQuantity[]) => void;
}

export function ArrivingBatches({ header, line, resource, count, named, sent, onChoose }: ArrivingBatchesProps) {
  const { t } = useTranslation();
  const shown = useNamedBatches(named, line.fields);
  const [open, setOpen] = useState(false);
  const arriving = { ...line, fields: { ...line.fields, quantity: count, bonus_quantity: null } };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {named.length === 0 ? (
          t(`document:${hasPieces(line.fields) ? 'pieces' : 'batches'}.which`)
        ) : (
          <ShownBatches batches={shown} />
        )}
      </Button>
      {open && (
        <Suspense>
          <BatchDialog
            {...{ header, named, resource, onChoose }}
            line={arriving}
            adds={sent === undefined}
            among={sent === undefined ? [] : mergedBatches(sent)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
