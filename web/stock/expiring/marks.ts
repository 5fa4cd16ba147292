/** The marked batches, across the pages of the list, until the list is left. */
import { useEffect, useSyncExternalStore } from 'react';
import { type ExpiringRow, keyOf } from './drafts.ts';

type Marks = ReadonlyMap<string, ExpiringRow>;

let marks: Marks = new Map();
const listeners = new Set<() => void>();

function set(next: Marks): void {
  marks = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useMarks = (): Marks => useSyncExternalStore(subscribe, () => marks);

export function mark(rows: readonly ExpiringRow[], isMarked: boolean): void {
  const next = new Map(marks);
  for (const row of rows) {
    if (isMarked) next.set(keyOf(row), row);
    else next.delete(keyOf(row));
  }
  set(next);
}

export const clearMarks = (): void => set(new Map());

/** In the component that belongs to the list. */
export const useEndOfMarks = (): void => useEffect(() => clearMarks, []);
