/**
 * Excel files in the browser, loaded when asked for. Text is always written as a text cell, so nothing that a
 * person typed is ever read as a formula; numbers stay numbers as long as Excel can hold them exactly.
 */
import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/browser';
import { directionOf, preferences } from '../language/preferences.ts';

export interface SheetColumn {
  readonly heading: string;
  readonly kind: 'text' | 'number' | 'date';
}

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Cells as the API sends them: decimal strings, `YYYY-MM-DD`, texts. */
  readonly rows: readonly (readonly string[])[];
  readonly footer?: readonly string[];
}

/** Sheet names in Excel: at most 31 characters, none of `[]:*?/\`. */
const sheetName = (name: string) => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);

export async function downloadExcel(sheet: Sheet): Promise<void> {
  const head = sheet.columns.map((column): CellObject => ({ value: column.heading, type: String, fontWeight: 'bold' }));
  const rows = [...sheet.rows, ...(sheet.footer ? [sheet.footer] : [])];
  const data = [
    head,
    ...rows.map((row) => row.map((text, index) => cellOf(text, sheet.columns[index]?.kind ?? 'text'))),
  ];
  const file = writeExcelFile(data as SheetData, {
    sheet: sheetName(sheet.name),
    rightToLeft: directionOf(preferences().language) === 'rtl',
    stickyRowsCount: 1,
    columns: sheet.columns.map((column) => ({ width: column.kind === 'text' ? 28 : 16 })),
  });
  await file.toFile(`${sheet.name}.xlsx`);
}

/** What one text becomes in a sheet. */
export function cellOf(text: string, kind: SheetColumn['kind']): CellObject | null {
  if (text === '') return null;
  if (kind === 'number') {
    const number = exactNumber(text);
    if (number !== undefined) return { value: number, type: Number, format: '#,##0.####' };
  }
  const day = kind === 'date' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(text) : null;
  if (day) {
    const date = new Date(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])));
    return { value: date, type: Date, format: 'dd/mm/yyyy' };
  }
  return { value: text, type: String };
}

/** Excel's cells are binary numbers of 15 digits: a longer decimal stays a text, to the last digit. */
function exactNumber(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return text.replace(/\D/g, '').replace(/^0+/, '').length <= 15 ? Number(text) : undefined;
}
