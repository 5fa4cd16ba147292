/**
 * The cells of an Excel file. Text is always written as a text cell, so that typed text is never a formula; numbers are
 * written as numbers if Excel can represent them exactly.
 */
import type { CellObject, SheetData } from 'write-excel-file/browser';

export interface SheetColumn {
  readonly heading: string;
  readonly kind: 'text' | 'number' | 'date';
}

export interface Sheet {
  readonly name: string;
  readonly rightToLeft: boolean;
  readonly columns: readonly SheetColumn[];
  /** Cells as the API sends them: decimal strings, `YYYY-MM-DD`, texts. */
  readonly rows: readonly (readonly string[])[];
  readonly footer?: readonly string[];
  /** A second sheet. */
  readonly further?: Omit<Sheet, 'rightToLeft' | 'further'>;
}

/** Sheet names in Excel: at most 31 characters, none of `[]:*?/\`. */
export const sheetName = (name: string) => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);

/** The cell for one text. */
export function cellOf(text: string, kind: SheetColumn['kind']): CellObject | null {
  if (text === '') return null;
  if (kind === 'number') {
    const number = exactNumber(text);
    if (number !== undefined) return { value: number, type: Number, format: numberFormat(text) };
  }
  const day = kind === 'date' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(text) : null;
  if (day) {
    const date = new Date(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])));
    return { value: date, type: Date, format: 'dd/mm/yyyy' };
  }
  return { value: text, type: String };
}

/** With digit groups, and as many decimals as the text has. */
function numberFormat(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
}

/** Excel's numbers have 15 significant digits: a longer decimal is written as text. */
function exactNumber(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return text.replace(/\D/g, '').replace(/^0+/, '').length <= 15 ? Number(text) : undefined;
}

/** A sheet as the package takes it, with its headings and its footer. */
export function written(sheet: Omit<Sheet, 'further'>) {
  const head = sheet.columns.map((column): CellObject => ({ value: column.heading, type: String, fontWeight: 'bold' }));
  const rows = [...sheet.rows, ...(sheet.footer ? [sheet.footer] : [])];
  const data: SheetData = [
    head,
    ...rows.map((row) => row.map((text, index) => cellOf(text, sheet.columns[index]?.kind ?? 'text'))),
  ];
  return {
    data,
    sheet: sheetName(sheet.name),
    rightToLeft: sheet.rightToLeft,
    stickyRowsCount: 1,
    columns: sheet.columns.map((column) => ({ width: column.kind === 'text' ? 28 : 16 })),
  };
}
