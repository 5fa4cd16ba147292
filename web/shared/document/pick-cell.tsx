/** The active cell of a look-up, a unit or a choice: a combobox whose list lies over the page. */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Row } from '../api/list.ts';
import { resourceOf } from '../api/resources.ts';
import { useCan } from '../session/session.ts';
import { CELL_INPUT, type CellProps, placeOf, pressOf, readingDirection } from './cell-props.ts';
import { isUnread } from './draft.ts';
import { rememberRow } from './known-names.ts';
import { takeItem, takeTypedItem } from './line-items.ts';
import { commandOf } from './navigation.ts';
import { isTable, readSpreadsheet } from './paste.ts';
import { PickList } from './pick-list.tsx';
import { bestOption, type PickOption, usePickOptions } from './pick-options.ts';
import { unread } from './reading.ts';
import { useShownName } from './shown-name.tsx';

const CreateInPlace = lazy(() => import('../form/create-in-place.tsx'));

export function PickCell(props: CellProps) {
  const { store, declaration, column, header, line, value, label, problem, takesFocus, onCommand, onPasteTable } =
    props;
  const [typed, setTyped] = useState<string>();
  const [moved, setMoved] = useState<number>();
  const [creating, setCreating] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const can = useCan();
  const name = useShownName(column, value, line.fields);
  const { options, pending } = usePickOptions(column, header, line.fields, typed);
  const open = typed !== undefined;
  const text = typed?.trim() ?? '';
  const canCreate = column.kind === 'lookup' && text !== '' && !pending && can(`${column.resource}/store`);
  const create = canCreate ? text : undefined;
  const last = options.length - (canCreate ? 0 : 1);
  const marked = Math.min(moved ?? bestOption(options, typed), Math.max(last, 0));

  useLayoutEffect(() => {
    if (!takesFocus) return;
    input.current?.focus();
    input.current?.select();
  }, [takesFocus]);

  const type = (next: string | undefined) => {
    setTyped(next);
    setMoved(undefined);
  };
  const take = (row: Row | undefined, chosen: PickOption['value']) => {
    const at = placeOf(props);
    type(undefined);
    if (row && column.resource) rememberRow(column.resource, row);
    if (column.field === 'item_fk' && typeof chosen === 'number') takeItem({ store, declaration }, at, chosen);
    else store.edit({ do: 'set', at, value: chosen, also: column.fills?.(row ?? chosen, header, line.fields) ?? {} });
  };
  /** What leaving the cell makes of the text in it. False when it opened something instead. */
  const settle = (): boolean => {
    if (typed === undefined) return true;
    const at = placeOf(props);
    const option = options[marked];
    if (text === '') {
      if (typed !== name && name !== '' && input.current?.value === '') store.edit({ do: 'set', at, value: null });
    } else if (!pending && option) take(option.row, option.value);
    else if (!pending && create !== undefined) {
      setCreating(create);
      return false;
    } else if (column.field === 'item_fk') takeTypedItem({ store, declaration }, at, text);
    else store.edit({ do: 'set', at, value: unread(text, 'not_found') });
    type(undefined);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const command = commandOf(pressOf(event), { direction: readingDirection(), editing: open && text !== '' });
    if (command === undefined) return;
    event.preventDefault();
    if (command === 'look_up') {
      type('');
    } else if (open && (command === 'up' || command === 'down')) {
      setMoved((marked + (command === 'down' ? 1 : -1) + last + 1) % (last + 1));
    } else if (open && (command === 'leave' || command === 'undo')) {
      type(undefined);
      requestAnimationFrame(() => input.current?.select());
    } else if (command === 'edit_text') {
      input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
    } else if (command === 'copy_above') {
      onCommand(command);
    } else {
      const wasOpen = open && (text !== '' || moved !== undefined);
      const settled = open && text === '' && moved !== undefined ? takeMarked() : settle();
      if (!settled) return;
      // Enter in an open list takes the option; the line goes on.
      onCommand(wasOpen && command === 'next_line' ? 'next_cell' : command);
    }
  };
  const takeMarked = (): boolean => {
    const option = options[marked];
    if (option) take(option.row, option.value);
    type(undefined);
    return true;
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const rows = readSpreadsheet(event.clipboardData.getData('text/plain'));
    if (!isTable(rows)) return;
    event.preventDefault();
    type(undefined);
    onPasteTable(rows);
  };

  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && options.length > 0 ? `${id}-${marked}` : undefined}
        aria-invalid={problem ? true : undefined}
        title={problem}
        autoComplete="off"
        dir="auto"
        value={typed ?? (isUnread(value) ? value.unread : name)}
        onChange={(event) => {
          type(event.target.value);
          if (event.target.value === '') store.edit({ do: 'set', at: placeOf(props), value: null });
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => creating === undefined && settle()}
        onKeyDown={onKeyDown}
        onDoubleClick={() => type('')}
        onPaste={onPaste}
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
            onCreated={(row: Row) => take(row, Number(row[resourceOf(column.resource as string).id]))}
          />
        </Suspense>
      )}
    </>
  );
}
