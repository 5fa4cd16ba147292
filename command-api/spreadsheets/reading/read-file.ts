/** Reads a spreadsheet: its columns by heading, and its rows as text, without checks. */
import { createHash } from 'node:crypto';
import {
  IMPORT_ROWS_MAX,
  type ImportFormat,
  type ImportRow,
  type ReadFile,
} from '../../../domain/imports/import-format.ts';
import type { RecordFormat } from '../../../domain/imports/record-format.ts';
import type { Language } from '../../../domain/values/language.ts';
import { type Issue, Refusal } from '../../../domain/values/refusal.ts';
import { findColumns, headingOf, missingColumns } from '../headings.ts';
import { readSeparatedText } from './delimited-text.ts';
import { readSheetRows } from './read-sheet.ts';
import { HEADING_ROWS_MAX } from './sheet-bounds.ts';
import { fileRefused, isArchive } from './unpacked-size.ts';

/** Columns by the heading that a person chose for them; an empty one takes none. */
export type Mapping = Readonly<Record<string, string>>;

/**
 * `mapping` is present where a person can choose the headings of columns: then a missing required column is told and not
 * refused. There are no rows then, unless they may name records that they change. Throws Refusal.
 */
export async function readFile(
  format: ImportFormat & Pick<RecordFormat, 'updating'>,
  bytes: Uint8Array,
  language: Language,
  mapping?: Mapping,
): Promise<ReadFile> {
  const text = isArchive(bytes) ? undefined : readSeparatedText(bytes);
  const sheet = text?.rows ?? (await readSheetRows(bytes));
  const place = headingRow(format, sheet, mapping);
  const headings = sheet[place] ?? [];
  const found = findColumns(format, headings, mapping);
  const missing = missingColumns(format.columns, found);
  const keys = format.updating?.keys ?? [];
  const told = {
    digest: createHash('sha256').update(bytes).digest('hex'),
    columns: found.columns,
    ignored: found.ignored,
    headings: [...new Set(headings.filter((heading) => heading.trim() !== ''))],
    missing,
    text: text ? { encoding: text.encoding, separator: text.separator } : null,
  };
  const isReadable = missing.length === 0 || (mapping !== undefined && keys.some((name) => found.at.includes(name)));
  if (!isReadable && mapping) return { ...told, rows: [] };
  if (!isReadable) {
    throw new Refusal(
      'validation',
      missing.map((name): Issue => {
        return { field: 'file', message: 'excel_column_missing', params: { column: headingOf(language, { name }) } };
      }),
    );
  }
  const rows = sheet.slice(place + 1).flatMap((cells, index): ImportRow[] => {
    const named = cells.flatMap((text, at) => {
      const column = found.at[at];
      return column !== undefined && text !== '' ? [[column, text] as const] : [];
    });
    return named.length === 0 ? [] : [{ row: place + 2 + index, cells: Object.fromEntries(named) }];
  });
  if (rows.length === 0) throw fileRefused('excel_empty');
  if (rows.length > IMPORT_ROWS_MAX) throw fileRefused('excel_rows_max', { value: String(IMPORT_ROWS_MAX + 1) });
  return { ...told, rows };
}

/** The row that matches most columns; the first row when none matches. */
function headingRow(format: ImportFormat, sheet: readonly (readonly string[])[], mapping?: Mapping): number {
  const first = sheet.slice(0, HEADING_ROWS_MAX);
  const counts = first.map(
    (row) => findColumns(format, row, mapping).columns.filter(({ heading }) => heading !== null).length,
  );
  const most = Math.max(0, ...counts);
  if (most > 0) return counts.indexOf(most);
  // Of headings that no column has, those of the widest row: titles have one cell.
  const widths = first.map((row) => row.filter((cell) => cell !== '').length);
  return Math.max(0, widths.indexOf(Math.max(...widths)));
}
