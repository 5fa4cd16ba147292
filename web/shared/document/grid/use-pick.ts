/** The behaviour of a cell with a list: typing, choosing and leaving; the cell component only renders it. */
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Row } from '../../api/list.ts';
import { useCan } from '../../session/session.ts';
import { isEmpty, isUnread } from '../model/draft.ts';
import { unitOfCode } from '../model/goods/items.ts';
import { takeItem, takeTyped } from '../model/goods/line-items.ts';
import { rememberRow } from '../model/known-names.ts';
import { unread } from '../model/reading.ts';
import { type CellProps, placeOf, pressOf, readingDirection } from './cell-props.ts';
import { commandOf, type GridCommand } from './navigation.ts';
import { isTable, readSpreadsheet } from './paste.ts';
import { bestOption, type PickOption, usePickOptions } from './pick-options.ts';

/** `name` is the cell's text while it is not edited. */
export function usePick(props: CellProps, name: string, input: RefObject<HTMLInputElement | null>) {
  const list = useTypedList(props);
  const { typed, text, type, moved, options, pending, marked, create, step, look, isLookedAt } = list;
  const { store, value } = props;
  const [creating, setCreating] = useState<string>();
  const open = typed !== undefined;
  const take = (row: Row | undefined, chosen: PickOption['value']) => {
    type(undefined);
    takeChosen(props, row, chosen, text);
  };
  /** Whether Enter takes what is marked, rather than only leaving the cell. */
  const isChoosing = open && (text !== '' || moved !== undefined || isLookedAt);
  /** Stores what is in the cell when it is left; `chooses` with Enter. False when it opened something instead. */
  const settle = (chooses: boolean): boolean => {
    if (typed === undefined) return true;
    const option = options[marked];
    // What the cell has already is not taken again: it would fill the line anew.
    const isBlank = isEmpty(value) || isUnread(value);
    const hasChoice = text !== '' || moved !== undefined || (chooses && isLookedAt && isBlank);
    if (!hasChoice) {
      // The text was deleted.
      if (!isLookedAt && !isEmpty(value)) store.edit({ do: 'set', at: placeOf(props), value: null });
    } else if (pending) {
      takeTyped(props, placeOf(props), text);
    } else if (option) take(option.row, option.value);
    else if (create !== undefined) {
      setCreating(create);
      return false;
    } else if (text !== '') store.edit({ do: 'set', at: placeOf(props), value: unread(text, 'not_found') });
    type(undefined);
    return true;
  };
  const close = () => {
    flushSync(() => type(undefined));
    input.current?.select();
  };
  const onCommand = (command: GridCommand) => {
    if (command === 'look_up') return look();
    if (open && (command === 'up' || command === 'down')) return step(command === 'down' ? 1 : -1);
    if (open && (command === 'leave' || command === 'undo')) {
      return close();
    }
    if (command === 'edit_text') return input.current?.setSelectionRange(name.length, name.length);
    if (command === 'copy_above') {
      type(undefined);
      return props.onCommand(command);
    }
    const enters = command === 'next_line';
    // Enter in an open list takes the option; the focus moves within the line.
    if (settle(enters)) props.onCommand(isChoosing && enters ? 'next_cell' : command);
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

/** What is in the cell: a text that was typed, or none in a list that was opened to look at. */
interface Entered {
  readonly text: string;
  readonly isLookedAt: boolean;
}

/** The typed text, its options, and the marked option: with -1 none is marked. */
function useTypedList({ declaration, column, header, line, value }: CellProps) {
  const [entered, setEntered] = useState<Entered>();
  const [moved, setMoved] = useState<number>();
  const can = useCan();
  const typed = entered?.text;
  const isLookedAt = entered?.isLookedAt ?? false;
  const { options, pending } = usePickOptions({ declaration, column, header, line: line.fields }, typed);
  const text = typed?.trim() ?? '';
  const canCreate = column.kind === 'lookup' && text !== '' && !pending && can(`${column.resource}/store`);
  // "Create …" follows the last option.
  const last = Math.max(options.length - (canCreate ? 0 : 1), 0);
  const offered = text === '' ? atFirst(options, value, isLookedAt) : bestOption(options, typed);
  const marked = Math.min(moved ?? offered, last);
  const enter = (next: Entered | undefined) => {
    setEntered(next);
    setMoved(undefined);
  };
  const type = (next: string | undefined) => enter(next === undefined ? next : { text: next, isLookedAt: false });
  const look = () => enter({ text: '', isLookedAt: true });
  const step = (by: 1 | -1) => setMoved((Math.max(marked, by === 1 ? -1 : 0) + by + last + 1) % (last + 1));
  const create = canCreate ? text : undefined;
  return { typed, text, type, look, isLookedAt, moved, options, pending, marked, step, create };
}

/** Before anything is typed: the option that the cell has, the first for an empty cell, and none after its text was deleted. */
function atFirst(options: readonly PickOption[], value: CellProps['value'], isLookedAt: boolean): number {
  if (!isLookedAt) return -1;
  return isEmpty(value) || isUnread(value) ? 0 : options.findIndex((option) => option.value === value);
}

function takeChosen(
  { store, declaration, column, header, line, ...place }: CellProps,
  row: Row | undefined,
  chosen: PickOption['value'],
  typed: string,
): void {
  const at = placeOf({ ...place, column, line });
  if (row && column.resource) rememberRow(column.resource, row);
  if (column.field === 'item_fk' && typeof chosen === 'number')
    takeItem({ store, declaration }, at, chosen, row && typed !== '' ? unitOfCode(row, typed) : undefined);
  else store.edit({ do: 'set', at, value: chosen, also: column.fills?.(row ?? chosen, header, line.fields) ?? {} });
}

const pasteOf = (props: CellProps, type: (next: undefined) => void) => (event: ClipboardEvent<HTMLInputElement>) => {
  const rows = readSpreadsheet(event.clipboardData.getData('text/plain'));
  if (!isTable(rows)) return;
  event.preventDefault();
  type(undefined);
  props.onPasteTable(rows);
};
