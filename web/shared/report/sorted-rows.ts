/** The rows of a report in the order of one of its columns, which is in the address: `base` descending, `-base` ascending. */
import { readQuantity } from '../../../domain/values/quantity.ts';
import { foldForSearch } from '../typing/fold.ts';

export interface ReportSort {
  readonly column: string;
  readonly dir: 'asc' | 'desc';
}

/** The parameter of the address; it is not sent to the server. */
export const SORT = 'sort';

export function readSort(given: unknown): ReportSort | undefined {
  const [, minus, column] = /^(-?)(\w{1,60})$/.exec(String(given ?? '')) ?? [];
  return column === undefined ? undefined : { column, dir: minus === '-' ? 'asc' : 'desc' };
}

/** The first press shows the largest first, the next one the smallest, and the third the report's own order. */
export function nextSort(now: ReportSort | undefined, column: string): string | undefined {
  if (now?.column !== column) return column;
  return now.dir === 'desc' ? `-${column}` : undefined;
}

interface SortedColumn<R> {
  readonly name: string;
  readonly numeric?: boolean | undefined;
  readonly sheet?: string | undefined;
  readonly text: (row: R) => string;
}

/** Rows without a value come last in both directions; equal rows keep their order. */
export function sortedRows<R>(
  rows: readonly R[],
  columns: readonly SortedColumn<R>[],
  sort: ReportSort | undefined,
): readonly R[] {
  const column = columns.find(({ name }) => name === sort?.column);
  if (!sort || !column) return rows;
  const keyed = rows.map((row) => ({ row, text: column.text(row).trim() }));
  const isNumber = column.numeric === true || column.sheet === 'number';
  const sign = sort.dir === 'asc' ? 1 : -1;
  return keyed
    .toSorted((a, b) => {
      if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
      return sign * (isNumber ? compareNumbers(a.text, b.text) : compareTexts(a.text, b.text));
    })
    .map(({ row }) => row);
}

function compareNumbers(a: string, b: string): number {
  const [one, other] = [readQuantity(a) ?? 0n, readQuantity(b) ?? 0n];
  return one < other ? -1 : one > other ? 1 : 0;
}

const texts = new Intl.Collator('und', { numeric: true });
const compareTexts = (a: string, b: string): number => texts.compare(foldForSearch(a), foldForSearch(b));
