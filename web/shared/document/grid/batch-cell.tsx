/** The active cell of a line's batches: the chosen batches, and the dialog that chooses them. */
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '../../language/preferences.ts';
import { ShownBatches, useNamedBatches } from '../fields/in-units-of-line.tsx';
import { batchWords, ORIGIN_BATCHES, packBatches, unpackBatches } from '../model/goods/batches.ts';
import { pieceBooksOf } from '../model/goods/counted-pieces.ts';
import { scanItem } from '../model/goods/line-items.ts';
import { raisedBy } from '../model/goods/pieces.ts';
import { CELL_INPUT, type CellProps, placeOf, pressOf, readingDirection } from './cell-props.ts';
import { commandOf } from './navigation.ts';

const BatchDialog = lazy(() => import('./batch-dialog.tsx'));

export function BatchCell(props: CellProps) {
  const { store, column, header, line, value, label, problem, takesFocus, onCommand } = props;
  const { digits } = usePreferences();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (takesFocus > 0) button.current?.focus();
  }, [takesFocus]);
  const named = unpackBatches(value);
  const shown = useNamedBatches(named, line.fields);
  const origin = unpackBatches(line.fields[ORIGIN_BATCHES]);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`${label} ${batchWords(shown, digits)}`}
        aria-haspopup="dialog"
        aria-invalid={problem ? true : undefined}
        title={problem ?? (batchWords(shown, digits) || undefined)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === ' ' || event.key === 'F4' || event.key === 'F2') {
            event.preventDefault();
            setOpen(true);
            return;
          }
          const command = commandOf(pressOf(event), { direction: readingDirection(), editing: false });
          if (command === undefined || command === 'look_up' || command === 'edit_text') return;
          event.preventDefault();
          onCommand(command);
        }}
        className={`${CELL_INPUT} text-start`}
      >
        {shown.length === 0 ? '…' : <ShownBatches batches={shown} />}
      </button>
      {open && (
        <Suspense>
          <BatchDialog
            {...{ header, line, named }}
            resource={props.declaration.resource}
            adds={column.addsBatches === true && origin.length === 0}
            among={origin.length === 0 ? undefined : origin}
            told="original"
            books={pieceBooksOf({ store, declaration: props.declaration }, line.key)}
            onScan={(code) => scanItem({ store, declaration: props.declaration }, code)}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
            onChoose={(batches) =>
              store.edit({
                do: 'set',
                at: placeOf(props),
                value: packBatches(batches),
                also: raisedBy(line.fields, batches),
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}
