/**
 * Rows that refer to other rows of the same file: a category may have a parent from another row. The cell then
 * contains a placeholder of that row until it is stored.
 */
import type { Cells } from '../../domain/imports/cells.ts';
import { IMPORT_ROWS_MAX } from '../../domain/imports/import-format.ts';
import type { ReadRow, RowIssue } from '../../domain/imports/read-rows.ts';
import type { TreeOfRows } from '../../domain/imports/record-format.ts';
import { foldName } from '../../domain/values/fold-name.ts';

type RowCells = Pick<ReadRow, 'at' | 'cells'>;

/** Range of row placeholders: below the placeholders of created records (`resolve.ts`), and above every id. */
const STANDS_FROM = 2_146_000_000;

export const standsForRow = (at: number): number => STANDS_FROM - at;

/** The index of the referenced row; undefined for an existing record. */
export function rowMeant(id: Cells[string] | undefined): number | undefined {
  const at = STANDS_FROM - Number(id);
  return at >= 0 && at <= IMPORT_ROWS_MAX ? at : undefined;
}

/** Index of a row by its name in any language or its code. */
export function rowsByName(
  { namedBy }: TreeOfRows,
  rows: readonly RowCells[],
): (name: string) => number | 'ambiguous' | undefined {
  const places = new Map<string, Set<number>>();
  for (const { at, cells } of rows) {
    for (const column of namedBy) {
      const name = cells[column];
      if (name === undefined) continue;
      const key = foldName(String(name));
      places.set(key, (places.get(key) ?? new Set()).add(at));
    }
  }
  return (name) => {
    const [at, other] = places.get(foldName(name)) ?? [];
    return other === undefined ? at : 'ambiguous';
  };
}

/** The ancestors of a row, the nearest first; for a cycle the row itself is last. */
function rowsAbove(at: number, above: ReadonlyMap<number, number>): readonly number[] {
  const path: number[] = [];
  for (let next = above.get(at); next !== undefined; next = above.get(next)) {
    if (path.includes(next)) break;
    path.push(next);
    if (next === at) break;
  }
  return path;
}

const aboveOf = ({ column }: TreeOfRows, rows: readonly RowCells[]): ReadonlyMap<number, number> =>
  new Map(
    rows.flatMap(({ at, cells }) => {
      const above = rowMeant(cells[column]);
      return above === undefined ? [] : [[at, above]];
    }),
  );

/** Issues for cycles and for rows that are too deep. `levelsTo` counts the levels down to an existing record. */
export async function treeIssues(
  tree: TreeOfRows,
  rows: readonly RowCells[],
  levelsTo: (id: number) => Promise<number>,
): Promise<RowIssue[]> {
  const { column, levelsMax } = tree;
  const above = aboveOf(tree, rows);
  const cells = new Map(rows.map((row) => [row.at, row.cells]));
  const issues: RowIssue[] = [];
  for (const at of above.keys()) {
    const path = rowsAbove(at, above);
    if (path.includes(at)) {
      issues.push({ at, column, message: 'category_within_itself' });
      continue;
    }
    const top = Number(cells.get(path.at(-1) ?? at)?.[column] ?? 0);
    const levels = path.length + 1 + (top > 0 && rowMeant(top) === undefined ? await levelsTo(top) : 0);
    if (levels > levelsMax)
      issues.push({ at, column, message: 'too_many_levels', params: { value: String(levelsMax) } });
  }
  return issues;
}

/** Issues for descendants of rows that are not imported. `rowOf` returns the row number for people. */
export function leftOutIssues(
  tree: TreeOfRows,
  rows: readonly RowCells[],
  isReady: (row: RowCells) => boolean,
  rowOf: (at: number) => number,
): RowIssue[] {
  const above = aboveOf(tree, rows);
  const ready = new Set(rows.filter(isReady).map(({ at }) => at));
  return rows.filter(isReady).flatMap(({ at }) => {
    const missing = rowsAbove(at, above).find((row) => !ready.has(row));
    if (missing === undefined) return [];
    const params = { row: String(rowOf(missing)) };
    return [{ at, column: tree.column, message: 'import_row_above_left_out', params }];
  });
}

/** Groups of rows by level, parents before children. */
export function inLayers<Row extends RowCells>(
  tree: TreeOfRows | undefined,
  rows: readonly Row[],
): readonly (readonly Row[])[] {
  if (!tree) return [rows];
  const above = aboveOf(tree, rows);
  const layers = Map.groupBy(rows, ({ at }) => rowsAbove(at, above).length);
  return [...layers.keys()].toSorted((one, other) => one - other).map((depth) => layers.get(depth) ?? []);
}
