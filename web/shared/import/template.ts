/** Files of an import: the template, and the rows with errors. */
import type { ImportColumn, ImportRow } from '../../../domain/imports/import-format.ts';
import type { Sheet, SheetColumn } from '../table/excel/excel-sheet.ts';
import type { ShownColumn } from './import-api.ts';
import { type RowProblems, textOf } from './sheet.ts';

type MadeSheet = Omit<Sheet, 'rightToLeft'>;

/** Codes and barcodes are written as text, to keep leading zeros. */
const KINDS: Partial<Record<ImportColumn['kind'], 'number' | 'date'>> = {
  amount: 'number',
  quantity: 'number',
  percent: 'number',
  whole: 'number',
  date: 'date',
};

const kindOf = ({ kind }: Pick<ImportColumn, 'kind'>): SheetColumn['kind'] => KINDS[kind] ?? 'text';

/** A required heading has a star, which the parser ignores. */
const headingOf = ({ heading, required }: ShownColumn) => (required ? `${heading} *` : heading);

/** The label of a value in the person's language, for a choice column. */
export const exampleOf = (column: ShownColumn): string => wordOf(column, column.example);

function wordOf({ kind, values, labels }: ShownColumn, value: string): string {
  const known = kind === 'yes_no' ? ['yes', 'no'] : (values ?? []);
  return labels?.[known.indexOf(value)] ?? value;
}

export function templateSheet(name: string, columns: readonly ShownColumn[]): MadeSheet {
  return {
    name,
    columns: columns.map((column) => ({ heading: headingOf(column), kind: kindOf(column) })),
    rows: [columns.map(exampleOf)],
  };
}

/** The records that are there: changed and imported again, the file changes what was changed in it. */
export function presentSheet(
  name: string,
  columns: readonly ShownColumn[],
  rows: readonly Readonly<Record<string, string>>[],
): MadeSheet {
  return {
    name,
    columns: columns.map((column) => ({ heading: headingOf(column), kind: kindOf(column) })),
    rows: rows.map((row) => columns.map((column) => wordOf(column, row[column.name] ?? ''))),
  };
}

/** The rows with errors, with their errors in the first column; the file can be corrected and imported directly. */
export function problemsSheet(
  name: string,
  reason: string,
  columns: readonly ShownColumn[],
  rows: readonly ImportRow[],
  problems: ReadonlyMap<number, RowProblems>,
): MadeSheet {
  const heading = new Map(columns.map((column) => [column.name, column.heading]));
  const problemsIn = (ofRow: RowProblems) =>
    [...ofRow]
      .map(([column, sentence]) => (column === '' ? sentence : `${heading.get(column)}: ${sentence}`))
      .join(' ');
  return {
    name,
    columns: [
      { heading: reason, kind: 'text' },
      ...columns.map((column) => ({ heading: headingOf(column), kind: kindOf(column) })),
    ],
    rows: rows.flatMap((row) => {
      const ofRow = problems.get(row.row);
      return ofRow ? [[problemsIn(ofRow), ...columns.map(({ name: column }) => textOf(row, column))]] : [];
    }),
  };
}
