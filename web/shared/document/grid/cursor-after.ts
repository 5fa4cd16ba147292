/** Where the cursor goes after an undo or a redo: to what was undone or done again. */
import type { Draft, LinePlace, Place } from '../model/draft.ts';
import type { Editing } from '../model/editing.ts';

/**
 * `here` is the present cell, which stays when the step was made elsewhere. A line that is gone gives its place to the next
 * one; undefined when its table has no lines any more.
 */
export function cursorAfter(before: Draft, { draft, returned }: Editing, here: LinePlace): Place | undefined {
  const place = returned ?? here;
  if (place.table === undefined) return place;
  const { key, table } = place;
  const isHere = (line: { readonly key: number }) => line.key === key;
  const row = draft[table].findIndex(isHere);
  const at = row < 0 ? Math.min(before[table].findIndex(isHere), draft[table].length - 1) : row;
  const line = draft[table][Math.max(at, 0)];
  return line && { table, key: line.key, field: place.field };
}
