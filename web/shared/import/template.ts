/** The files that an import gives: one to fill in, and one with what could not be taken and why. */
import type { ImportColumn, ImportRow } from '../../../domain/imports/import-format.ts';
import type { Sheet, SheetColumn } from '../table/excel-sheet.ts';
import type { ShownColumn } from './import-api.ts';
import { type RowProblems, textOf } from './sheet.ts';

type MadeSheet = Omit<Sheet, 'rightToLeft'>;

/** Codes and barcodes stay texts, so that no zero is lost. */
const KINDS: Partial<Record<ImportColumn['kind'], 'number' | 'date'>> = {
  amount: 'number',
  quantity: 'number',
  percent: 'number',
  whole: 'number',
  date: 'date',
};

const kindOf = ({ kind }: Pick<ImportColumn, 'kind'>): SheetColumn['kind'] => KINDS[kind] ?? 'text';

/** A required heading has a star, which the reading of the file does not mind. */
const headingOf = ({ heading, required }: ShownColumn) => (required ? `${heading} *` : heading);

/** The word of a value in the person's language, where the column is a choice. */
export function exampleOf({ kind, values, labels, example }: ShownColumn): string {
  const known = kind === 'yes_no' ? ['yes', 'no'] : (values ?? []);
  return labels?.[known.indexOf(example)] ?? example;
}

export function templateSheet(name: string, columns: readonly ShownColumn[]): MadeSheet {
  return {
    name,
    columns: columns.map((column) => ({ heading: headingOf(column), kind: kindOf(column) })),
    rows: [columns.map(exampleOf)],
  };
}

/** The rows with problems as they stand, what is wrong first; such a file may be mended and imported as it is. */
export function problemsSheet(
  name: string,
  reason: string,
  columns: readonly ShownColumn[],
  rows: readonly ImportRow[],
  problems: ReadonlyMap<number, RowProblems>,
): MadeSheet {
  const heading = new Map(columns.map((column) => [column.name, column.heading]));
  const reported = (ofRow: RowProblems) =>
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
      return ofRow ? [[reported(ofRow), ...columns.map(({ name: column }) => textOf(row, column))]] : [];
    }),
  };
}
