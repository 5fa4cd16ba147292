/** The behaviour of a cell with a list: typing, choosing and leaving; the cell component only renders it. */
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import type { Row } from '../../api/list.ts';
import { useCan } from '../../session/session.ts';
import { rememberRow } from '../model/known-names.ts';
import { takeItem, takeTypedItem } from '../model/line-items.ts';
import { unread } from '../model/reading.ts';
import { type CellProps, placeOf, pressOf, readingDirection } from './cell-props.ts';
import { commandOf, type GridCommand } from './navigation.ts';
import { isTable, readSpreadsheet } from './paste.ts';
import { bestOption, type PickOption, usePickOptions } from './pick-options.ts';

/** `name` is the cell's text while it is not edited. */
export function usePick(props: CellProps, name: string, input: RefObject<HTMLInputElement | null>) {
  const list = useTypedList(props);
  const { typed, text, type, moved, options, pending, marked, create, step } = list;
  const [creating, setCreating] = useState<string>();
  const open = typed !== undefined;
  const take = (row: Row | undefined, chosen: PickOption['value']) => {
    type(undefined);
    takeChosen(props, row, chosen);
  };
  /** Stores the text when the cell is left. False when it opened something instead. */
  const settle = (): boolean => {
    if (typed === undefined) return true;
    const option = options[marked];
    const isChoice = text !== '' || moved !== undefined;
    if (isChoice && !pending && option) take(option.row, option.value);
    else if (text !== '' && !pending && create !== undefined) {
      setCreating(create);
      return false;
    } else if (text !== '') takeUnsettled(props, text);
    type(undefined);
    return true;
  };
  const select = () => requestAnimationFrame(() => input.current?.select());
  const onCommand = (command: GridCommand) => {
    if (command === 'look_up') return type('');
    if (open && (command === 'up' || command === 'down')) return step(command === 'down' ? 1 : -1);
    if (open && (command === 'leave' || command === 'undo')) {
      type(undefined);
      return select();
    }
    if (command === 'edit_text') return input.current?.setSelectionRange(name.length, name.length);
    if (command === 'copy_above') return props.onCommand(command);
    const choosing = open && (text !== '' || moved !== undefined);
    // Enter in an open list takes the option; the focus moves within the line.
    if (settle()) props.onCommand(choosing && command === 'next_line' ? 'next_cell' : command);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const command = commandOf(pressOf(event), { direction: readingDirection(), editing: open && text !== '' });
    if (command === undefined) return;
    event.preventDefault();
    onCommand(command);
  };
  return { ...list, take, settle, open, creating, setCreating, onKeyDown, onPaste: pasteOf(props, type) };
}

/** The typed text, its options, and the marked option. */
function useTypedList({ declaration, column, header, line }: CellProps) {
  const [typed, setTyped] = useState<string>();
  const [moved, setMoved] = useState<number>();
  const can = useCan();
  const { options, pending } = usePickOptions({ declaration, column, header, line: line.fields }, typed);
  const text = typed?.trim() ?? '';
  const canCreate = column.kind === 'lookup' && text !== '' && !pending && can(`${column.resource}/store`);
  // "Create …" follows the last option.
  const last = Math.max(options.length - (canCreate ? 0 : 1), 0);
  const marked = Math.min(moved ?? bestOption(options, typed), last);
  const type = (next: string | undefined) => {
    setTyped(next);
    setMoved(undefined);
  };
  const step = (by: 1 | -1) => setMoved((marked + by + last + 1) % (last + 1));
  return { typed, text, type, moved, options, pending, marked, step, create: canCreate ? text : undefined };
}

function takeChosen(
  { store, declaration, column, header, line, ...place }: CellProps,
  row: Row | undefined,
  chosen: PickOption['value'],
): void {
  const at = placeOf({ ...place, column, line });
  if (row && column.resource) rememberRow(column.resource, row);
  if (column.field === 'item_fk' && typeof chosen === 'number') takeItem({ store, declaration }, at, chosen);
  else store.edit({ do: 'set', at, value: chosen, also: column.fills?.(row ?? chosen, header, line.fields) ?? {} });
}

/**
 * The cell was left before the options arrived: items are searched in the background, other texts are marked as errors.
 */
function takeUnsettled(props: CellProps, text: string): void {
  const { store, declaration, column } = props;
  if (column.field === 'item_fk') takeTypedItem({ store, declaration }, placeOf(props), text);
  else store.edit({ do: 'set', at: placeOf(props), value: unread(text, 'not_found') });
}

const pasteOf = (props: CellProps, type: (next: undefined) => void) => (event: ClipboardEvent<HTMLInputElement>) => {
  const rows = readSpreadsheet(event.clipboardData.getData('text/plain'));
  if (!isTable(rows)) return;
  event.preventDefault();
  type(undefined);
  props.onPasteTable(rows);
};
