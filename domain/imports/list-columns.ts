/**
 * Lists of a record in groups of columns: the first row of a list stands in its first group, the second in its second.
 * Rows beyond the groups stay as they are.
 */
import type { Json } from '../deciding/event.ts';
import type { RecordData } from '../records/record.ts';
import { defined } from '../values/defined.ts';
import type { Issues } from '../values/refusal.ts';
import type { Cells } from './cells.ts';
import { rowsIn } from './item-units.ts';
import type { AmendedLists, CellChange, CellIssue, ListsInColumns } from './record-format.ts';

/** The columns of one row of a list. */
export interface RowGroup {
  readonly list: string;
  /** Without a value in this column there is no row. */
  readonly key: string;
  /** Columns by field. */
  readonly columns: ReadonlyMap<string, string>;
}

interface GroupedLists extends ListsInColumns {
  /** The lists of a new record. */
  ofCells(cells: Cells): RecordData;
  /** Of a field of a new record. */
  columnOfRow(field: string): string | null;
  /** Groups without the column that makes a row. */
  checkRow(cells: Cells, issues: Issues): void;
  /** False for a record with more rows than there are groups. */
  isWhole(data: RecordData): boolean;
}

export function groupedLists(groups: readonly RowGroup[]): GroupedLists {
  const lists = Map.groupBy(groups, ({ list }) => list);
  return {
    fields: [...lists.keys()],
    raw: (data) =>
      new Map(
        [...lists].flatMap(([list, own]) => {
          const rows = rowsIn(data[list]);
          return own.flatMap(({ columns }, place) =>
            [...columns].map(([field, column]): [string, unknown] => [column, rows[place]?.[field]]),
          );
        }),
      ),
    amended: (data, change) => amendedLists(lists, data, change),
    ofCells: (cells) =>
      Object.fromEntries(
        [...lists].map(([list, own]) => [list, own.filter((group) => isTold(group, cells)).map(rowOf(cells))]),
      ),
    columnOfRow(field) {
      const [list = '', place = '0', inner = ''] = field.split('.');
      const group = lists.get(list)?.[Number(place)];
      return group ? (group.columns.get(inner) ?? group.key) : null;
    },
    checkRow(cells, issues) {
      for (const own of lists.values()) {
        own.forEach((group, place) => {
          const isNeeded = own.slice(place).some((later) => isTold(later, cells));
          if (isNeeded && cells[group.key] === undefined) issues.add(group.key, 'required');
        });
      }
    },
    isWhole: (data) => [...lists].every(([list, own]) => rowsIn(data[list]).length <= own.length),
  };
}

const isTold = ({ columns }: RowGroup, cells: Cells): boolean =>
  [...columns.values()].some((column) => cells[column] !== undefined);

const rowOf =
  (cells: Cells) =>
  ({ columns }: RowGroup): RecordData =>
    Object.fromEntries(
      [...columns].flatMap(([field, column]) => (cells[column] === undefined ? [] : [[field, cells[column]]])),
    );

interface Amended {
  readonly rows: readonly RecordData[];
  /** The group of each row; undefined for rows beyond the groups. */
  readonly groups: readonly (RowGroup | undefined)[];
  readonly issues: readonly CellIssue[];
}

function amendedLists(
  lists: ReadonlyMap<string, readonly RowGroup[]>,
  data: RecordData,
  change: CellChange,
): AmendedLists {
  const amended = new Map([...lists].map(([list, own]) => [list, amendedRows(own, rowsIn(data[list]), change)]));
  const isChanged = (list: string, { rows }: Amended) => JSON.stringify(rows) !== JSON.stringify(rowsIn(data[list]));
  return {
    changed: Object.fromEntries([...amended].flatMap(([list, of]) => (isChanged(list, of) ? [[list, of.rows]] : []))),
    issues: [...amended.values()].flatMap(({ issues }) => issues),
    columnOf(field, own) {
      const [list = '', place = '0', inner = ''] = field.split('.');
      const group = amended.get(list)?.groups[Number(place)];
      return group ? (group.columns.get(inner) ?? group.key) : own(field);
    },
  };
}

function amendedRows(groups: readonly RowGroup[], before: readonly RecordData[], change: CellChange): Amended {
  const { cells, cleared } = change;
  const rows = [...before];
  const of: (RowGroup | undefined)[] = before.map((_, place) => groups[place]);
  const removed = new Set<number>();
  const issues: CellIssue[] = [];
  groups.forEach((group, place) => {
    const isThere = place < before.length;
    const isCleared = [...group.columns.values()].some((column) => cleared.has(column));
    if (isThere && cleared.has(group.key)) removed.add(place);
    else if (isThere && (isTold(group, cells) || isCleared))
      rows[place] = withCells(defined(before[place]), group, change);
    else if (!isThere && isTold(group, cells)) {
      if (cells[group.key] === undefined) issues.push({ column: group.key, message: 'required' });
      else {
        of.push(group);
        rows.push(withCells({}, group, change));
      }
    }
  });
  const kept = [...rows.keys()].filter((place) => !removed.has(place));
  return { rows: kept.map((place) => defined(rows[place])), groups: kept.map((place) => of[place]), issues };
}

function withCells(row: RecordData, { columns }: RowGroup, { cells, cleared }: CellChange): RecordData {
  const next: Record<string, Json> = { ...row };
  for (const [field, column] of columns) {
    if (cleared.has(column)) next[field] = null;
    const value = cells[column];
    if (value !== undefined) next[field] = value;
  }
  return next;
}
