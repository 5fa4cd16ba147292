/** The selected rows across the pages of one search: single rows, a page, or all matching rows. */
import { useMemo, useState } from 'react';
import type { SelectedRow } from '../api/list.ts';

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** The revision of each row when it was selected, which actions send. */
  readonly revisions: ReadonlyMap<number, number>;
  readonly toggle: (id: number) => void;
  /** Selects all of these, or deselects them when all are selected. */
  readonly togglePage: (ids: readonly number[]) => void;
  readonly choose: (rows: readonly SelectedRow[]) => void;
  /** Takes the new revisions of selected rows that an action of the person has changed. */
  readonly renew: (rows: readonly SelectedRow[]) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<number, number> = new Map();

/** `search` identifies the result: another search clears the selection. `seen` are the rows of the page. */
export function useSelection(search: string, seen: ReadonlyMap<number, number>): Selection {
  const [chosen, setChosen] = useState<{ readonly search: string; readonly rows: ReadonlyMap<number, number> }>();
  const rows = chosen?.search === search ? chosen.rows : NONE;
  const ids = useMemo(() => new Set(rows.keys()), [rows]);
  // For rows on the page, the revision that the person sees now; it may be older than the person's own action.
  const revisions = new Map([...rows].map(([id, revision]) => [id, Math.max(seen.get(id) ?? 0, revision)]));
  const change = (next: (now: ReadonlyMap<number, number>) => ReadonlyMap<number, number>) =>
    setChosen((now) => ({ search, rows: next(now?.search === search ? now.rows : NONE) }));
  const without = (now: ReadonlyMap<number, number>, gone: readonly number[]) =>
    new Map([...now].filter(([id]) => !gone.includes(id)));
  const and = (now: ReadonlyMap<number, number>, more: readonly number[]) =>
    new Map([...now, ...more.map((id) => [id, seen.get(id) ?? 0] as const)]);
  return {
    ids,
    revisions,
    toggle: (id) => change((now) => (now.has(id) ? without(now, [id]) : and(now, [id]))),
    togglePage: (page) => change((now) => (page.every((id) => now.has(id)) ? without(now, page) : and(now, page))),
    choose: (all) => change(() => new Map(all.map(({ id, revision }) => [id, revision]))),
    renew: (changed) => setChosen((now) => now && { ...now, rows: renewed(now.rows, changed) }),
    clear: () => change(() => NONE),
  };
}

export function renewed(
  rows: ReadonlyMap<number, number>,
  changed: readonly SelectedRow[],
): ReadonlyMap<number, number> {
  const revisions = new Map(changed.map(({ id, revision }) => [id, revision]));
  return new Map([...rows].map(([id, revision]) => [id, revisions.get(id) ?? revision]));
}
