/** Reads a spreadsheet: its columns by heading, and its rows as text, without checks. */
import { createHash } from 'node:crypto';
import {
  IMPORT_ROWS_MAX,
  type ImportFormat,
  type ImportRow,
  type ReadFile,
} from '../../domain/imports/import-format.ts';
import { type Issue, Refusal } from '../../domain/kernel/refusal.ts';
import type { Language } from '../../languages/say.ts';
import { findColumns, headingOf, missingColumns } from './headings.ts';
import { readSheetRows } from './read-sheet.ts';
import { HEADING_ROWS_MAX } from './sheet-bounds.ts';
import { fileRefused } from './unpacked-size.ts';

/** Throws Refusal. */
export async function readFile(format: ImportFormat, bytes: Uint8Array, language: Language): Promise<ReadFile> {
  const sheet = await readSheetRows(bytes);
  const place = headingRow(format, sheet);
  const found = findColumns(format, sheet[place] ?? []);
  const missing = missingColumns(format.columns, found);
  if (missing.length > 0) {
    throw new Refusal(
      'validation',
      missing.map((name): Issue => {
        return { field: 'file', message: 'excel_column_missing', params: { column: headingOf(language, name) } };
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
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { digest, columns: found.columns, ignored: found.ignored, rows };
}

/** The row that matches most columns; the first row when none matches. */
function headingRow(format: ImportFormat, sheet: readonly (readonly string[])[]): number {
  const counts = sheet
    .slice(0, HEADING_ROWS_MAX)
    .map((row) => findColumns(format, row).columns.filter(({ heading }) => heading !== null).length);
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}
