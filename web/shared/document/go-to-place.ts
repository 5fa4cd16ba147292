/** Moves the focus to a place of a document: a cell of the lines or costs, or a field of the header. */
import type { Place, TableName } from './model/draft.ts';

/** Focuses a cell of a table that is shown, and shows the tab of a table. */
export interface FocusCell extends Record<TableName, ((key: number, field: string) => void) | null> {
  showTab: ((table: TableName) => void) | null;
}

interface LastLine {
  readonly table: TableName;
  /** Undefined in a document without lines. */
  readonly key: number | undefined;
  readonly field: string;
}

/** An unknown place is the last line, and without lines the tab that is shown. */
export function goToPlace(place: Place | undefined, focusCell: FocusCell, { table, key, field }: LastLine): void {
  if (place?.table) focusCell[place.table]?.(place.key, place.field);
  else if (place) inPage(`[data-field="${place.field}"] :is(input, select, textarea)`);
  else if (key !== undefined) focusCell[table]?.(key, field);
  else inPage('[role=tab][aria-selected=true]');
}

const inPage = (element: string): void => document.querySelector<HTMLElement>(element)?.focus();
