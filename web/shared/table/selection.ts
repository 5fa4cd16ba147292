/** Which rows are selected, across the pages of one search: one by one, the page, or all that match. */
import { useCallback, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  /** Selects all of these, or takes them out when they all were. */
  readonly togglePage: (ids: readonly number[]) => void;
  readonly choose: (ids: readonly number[]) => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** `search` is what the rows were found by: another search begins with nothing selected. */
export function useSelection(search: string): Selection {
  const [chosen, setChosen] = useState<{ readonly search: string; readonly ids: ReadonlySet<number> }>();
  const ids = chosen?.search === search ? chosen.ids : NONE;
  const change = useCallback(
    (next: (now: ReadonlySet<number>) => ReadonlySet<number>) =>
      setChosen((now) => ({ search, ids: next(now?.search === search ? now.ids : NONE) })),
    [search],
  );
  return {
    ids,
    toggle: (id) =>
      change((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id]))),
    togglePage: (page) =>
      change((now) =>
        page.every((id) => now.has(id))
          ? new Set([...now].filter((id) => !page.includes(id)))
          : new Set([...now, ...page]),
      ),
    choose: (all) => change(() => new Set(all)),
    clear: () => change(() => NONE),
  };
}
