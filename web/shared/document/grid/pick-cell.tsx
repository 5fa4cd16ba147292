/** The active cell of a look-up, a unit or a choice: a combobox whose list is rendered above the page. */
import { lazy, Suspense, useId, useRef } from 'react';
import { withoutIsolates } from '../../../../languages/isolate.ts';
import type { Row } from '../../api/list.ts';
import { resourceOf } from '../../api/resources.ts';
import { copyPlain, isolatedName } from '../../typing/name-parts.ts';
import { useShownName } from '../fields/shown-name.tsx';
import { isUnread } from '../model/draft.ts';
import { CELL_INPUT, type CellProps } from './cell-props.ts';
import { PickList } from './pick-list.tsx';
import { useCellFocus } from './use-cell-input.ts';
import { usePick } from './use-pick.ts';

const CreateInPlace = lazy(() => import('../../form/create-in-place.tsx'));

export function PickCell(props: CellProps) {
  const { column, line, value, label, problem, takesFocus, onCommand } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const name = useShownName(column, value, line.fields);
  const pick = usePick(props, name, input);
  const { typed, text, type, look, take, settle, open, options, pending, marked, create, creating, setCreating } = pick;

  // The unit arrives late after an item was chosen.
  useCellFocus(input, takesFocus, { rest: name, isAtRest: typed === undefined });

  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-autocomplete="list"
        data-typed={text === '' ? undefined : ''}
        aria-activedescendant={open && options.length > 0 && marked >= 0 ? `${id}-${marked}` : undefined}
        aria-invalid={problem ? true : undefined}
        title={problem}
        autoComplete="off"
        dir="auto"
        value={typed ?? (isUnread(value) ? value.unread : isolatedName(name))}
        onChange={(event) => type(withoutIsolates(event.target.value))}
        onFocus={(event) => event.target.select()}
        onBlur={() => creating === undefined && settle(false)}
        onKeyDown={pick.onKeyDown}
        onDoubleClick={look}
        onPaste={pick.onPaste}
        onCopy={copyPlain}
        className={`${CELL_INPUT} rtl:text-right`}
      />
      {open && (
        <PickList
          {...{ id, options, pending, marked, create }}
          anchor={input}
          onChoose={(option) => {
            take(option.row, option.value);
            onCommand('next_cell');
          }}
          onCreate={() => setCreating(text)}
        />
      )}
      {creating !== undefined && column.resource && (
        <Suspense>
          <CreateInPlace
            resource={column.resource}
            text={creating}
            onClose={() => {
              setCreating(undefined);
              input.current?.focus();
            }}
            onCreated={(row: Row) => take(row, Number(row[resourceOf(column.resource ?? '').id]))}
          />
        </Suspense>
      )}
    </>
  );
}
