/** Selected rows, which are read in blocks: the parameters of their requests, and one order for all blocks. */
import type { ListParams, Row } from '../api/list.ts';
import { isNumeric, referenceName } from './cell.tsx';
import { idOf, type Table } from './declaration.ts';

/**
 * Rows of the warehouse exist by the inventories and the kind of shortage that are requested; other filters only narrow
 * a list, and a selected row remains selected when it no longer fits them.
 */
export function paramsOfSelected({ sortColumn, sortDir, filter = {}, extra = {} }: ListParams): ListParams {
  const { inventory_fk } = filter;
  const making = Object.entries(extra).filter(([name]) => !name.startsWith('filter['));
  return {
    ...(sortColumn === undefined ? {} : { sortColumn }),
    ...(sortDir === undefined ? {} : { sortDir }),
    filter: inventory_fk === undefined ? {} : { inventory_fk },
    extra: Object.fromEntries(making),
  };
}

/** The order in which the server sorts names: that of the root locale. */
const names = new Intl.Collator('und');

/** Merges blocks of rows that the server has sorted, each in its order; without a sort the newest rows are first. */
export function inTableOrder(
  table: Pick<Table, 'columns' | 'idField'>,
  { sortColumn, sortDir = 'desc' }: ListParams,
  blocks: readonly (readonly Row[])[],
): readonly Row[] {
  const toward = sortDir === 'asc' ? 1 : -1;
  const valueIn = sortedValue(table, sortColumn);
  const byId = (one: Row, other: Row) => toward * (idOf(table, one) - idOf(table, other));
  const compare = (one: Row, other: Row) => {
    const [a, b] = [valueIn(one), valueIn(other)];
    // Rows without a value are last in both directions.
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined) || byId(one, other);
    const by = typeof a === 'number' && typeof b === 'number' ? a - b : names.compare(String(a), String(b));
    return toward * by || byId(one, other);
  };
  return blocks.reduce((merged, block) => mergedRows(merged, block, compare), []);
}

function mergedRows(one: readonly Row[], other: readonly Row[], compare: (a: Row, b: Row) => number): readonly Row[] {
  const merged: Row[] = [];
  let taken = 0;
  for (const row of one) {
    for (let next = other[taken]; next !== undefined && compare(next, row) < 0; next = other[taken]) {
      merged.push(next);
      taken += 1;
    }
    merged.push(row);
  }
  return [...merged, ...other.slice(taken)];
}

/** The value by which the server sorts: the name of a reference, a number, or a text. */
function sortedValue(
  { columns, idField }: Pick<Table, 'columns' | 'idField'>,
  field = idField,
): (row: Row) => number | string | undefined {
  const column = columns.find((each) => each.field === field);
  return (row) => {
    const value = column?.kind === 'reference' ? referenceName(column, row) || null : row[field];
    if (value === null || value === undefined) return undefined;
    if (typeof value === 'number' || (column && isNumeric(column))) return Number(value);
    return String(value);
  };
}
