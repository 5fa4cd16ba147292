/** The shown columns of a document's lines: the permanent ones, and optional ones that are used or chosen. */
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../session/session.ts';
import { type ColumnDeclaration, type EditorDeclaration, isShown } from './declaration.ts';
import { type Draft, idOf, isEmpty, type Line } from './draft.ts';
import { itemQuery } from './goods/items.ts';

/** Of this many goods it is asked whether they have batches: as many as a grid shows without scrolling. */
const ASKED_MAX = 100;

/**
 * For the lines that are shown. A stored document has not loaded its items, whose batches decide on columns and cells, so
 * they are asked for; where they come later than the lines, both are decided anew.
 */
export function useShownColumns(
  { columns }: EditorDeclaration,
  lines: readonly Line[],
  chosen: readonly string[],
): readonly ColumnDeclaration[] {
  const can = useCan();
  const isByItem = columns.some(({ usedBy }) => usedBy !== undefined);
  const items = isByItem ? lines.flatMap(({ fields }) => idOf(fields, 'item_fk') ?? []) : [];
  const asked = useUnchanged([...new Set(items)].slice(0, ASKED_MAX));
  const known = useQueries({
    queries: asked.map(itemQuery),
    combine: (answers) => answers.map(({ data }) => (data ? 'known' : 'asked')).join(),
  });
  return useUnchanged(shownColumns(columns, lines, chosen, can), known);
}

/**
 * The array of the last rendering while its elements are the same, and what they were found by, so that what depends on it
 * is not rendered again.
 */
function useUnchanged<Element>(next: readonly Element[], by = ''): readonly Element[] {
  const [kept, keep] = useState({ next, by });
  const isSame = kept.by === by && kept.next.length === next.length && kept.next.every((one, at) => one === next[at]);
  if (!isSame) keep({ next, by });
  return isSame ? kept.next : next;
}

export function shownColumns(
  columns: readonly ColumnDeclaration[],
  lines: readonly Line[],
  chosen: readonly string[],
  can: (permission: string | undefined) => boolean,
): readonly ColumnDeclaration[] {
  const isUsed = (field: string) => lines.some((line) => !isEmpty(line.fields[field]));
  return columns.filter(({ field, fixed, optional, computed, permission, usedBy }) => {
    if (!can(permission)) return false;
    // Only some documents have values from a source document.
    if (fixed) return isUsed(field);
    return (
      !optional ||
      chosen.includes(field) ||
      (!computed && isUsed(field)) ||
      lines.some(({ fields }) => usedBy?.(fields))
    );
  });
}

/** Of costs: the rate is shown when any is in another currency, and money where any is paid with the other one. */
export const shownCostColumns = (
  columns: readonly ColumnDeclaration[],
  { header, costs }: Pick<Draft, 'header' | 'costs'>,
): readonly ColumnDeclaration[] =>
  columns.filter((column) => {
    const isOfSome = column.kind === 'rate' || column.optional;
    return !isOfSome || costs.some((line) => isShown(column, header, line.fields));
  });

/** The optional columns that a person may choose. */
export const optionalColumns = (
  columns: readonly ColumnDeclaration[],
  can: (permission: string | undefined) => boolean,
): readonly ColumnDeclaration[] => columns.filter(({ optional, permission }) => optional && can(permission));
