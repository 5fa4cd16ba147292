/** Parses the rows of a spreadsheet cell by cell and collects the problems of each row on its own. */
import type { Issue } from '../values/refusal.ts';
import { type CellValue, dayOrderOf, readCell, type WordsOf } from './cells.ts';
import type { ImportFormat, ImportRow } from './import-format.ts';
import { CLEARED } from './updating.ts';

/** A problem of a cell before it is translated. `at` is the index of the row among the rows of the request. */
export interface RowIssue extends Omit<Issue, 'field'> {
  readonly at: number;
  /** Null when the problem concerns the row as a whole. */
  readonly column: string | null;
}

export interface ReadRow {
  readonly at: number;
  /** References are names, not yet record numbers. */
  readonly cells: Readonly<Record<string, CellValue>>;
  /** Columns whose cells say that the value goes. */
  readonly cleared: ReadonlySet<string>;
}

interface Reading {
  readonly wordsOf: WordsOf;
  /** Whether a cell can say that the value goes. */
  readonly clears: boolean;
}

export function readRows(
  { columns }: Pick<ImportFormat, 'columns'>,
  rows: readonly ImportRow[],
  { wordsOf, clears }: Reading,
): { readonly rows: readonly ReadRow[]; readonly issues: readonly RowIssue[] } {
  const issues: RowIssue[] = [];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const required = columns.filter((column) => column.required);
  const orders = new Map(
    columns
      .filter(({ kind }) => kind === 'date')
      .map(({ name }) => [name, dayOrderOf(rows.map(({ cells }) => (cells[name] ?? '').trim()))]),
  );
  const read = rows.map(({ cells }, at): ReadRow => {
    const found: Record<string, CellValue> = Object.create(null);
    const cleared = new Set<string>();
    for (const [name, text] of Object.entries(cells)) {
      const column = byName.get(name);
      const trimmed = text.trim();
      if (!column) issues.push({ at, column: null, message: 'import_unknown_column', params: { value: name } });
      if (!column || trimmed === '') continue;
      if (clears && trimmed === CLEARED) {
        cleared.add(name);
        continue;
      }
      const cell = readCell(column, trimmed, wordsOf, orders.get(name));
      if ('value' in cell) found[name] = cell.value;
      else issues.push({ at, column: name, ...cell.wrong });
    }
    for (const { name } of required) {
      if ((cells[name] ?? '').trim() === '' || cleared.has(name))
        issues.push({ at, column: name, message: 'required' });
    }
    return { at, cells: found, cleared };
  });
  return { rows: read, issues };
}

/** Groups the rows that have the same value in a unique column, compared by a folded key. */
export function repeated<Place extends { readonly at: number }>(
  places: readonly Place[],
  keyOf: (place: Place) => string,
): readonly { readonly place: Place; readonly others: readonly Place[] }[] {
  return [...Map.groupBy(places, keyOf).values()]
    .filter((same) => same.length > 1)
    .flatMap((same) => same.map((place) => ({ place, others: same.filter((other) => other !== place) })));
}
