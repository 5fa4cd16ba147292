/**
 * Reads a text of separated values (CSV): UTF-8 with or without a mark at its beginning, UTF-16 with one, or else
 * windows-1256, as programs with Arabic windows write it. The separator is the one that divides the first lines into
 * the most columns, the same number in most of them.
 */
import { IMPORT_ROWS_MAX } from '../../../domain/imports/import-format.ts';
import { HEADING_ROWS_MAX } from './sheet-bounds.ts';
import { fileRefused } from './unpacked-size.ts';

export const ENCODINGS = ['utf-8', 'utf-16', 'windows-1256'] as const;
export const SEPARATORS = ['comma', 'semicolon', 'tab', 'bar'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export type Separator = (typeof SEPARATORS)[number];

export interface SeparatedText {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Each cell as text, empty cells as empty text. */
  readonly rows: readonly (readonly string[])[];
}

const MARKS: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' };
const LINES_TRIED = 20;
const COLUMNS_MAX = 200;
const CELL_LENGTH_MAX = 32_767;
const ROWS_MAX = IMPORT_ROWS_MAX + HEADING_ROWS_MAX;

/** Throws Refusal. */
export function readSeparatedText(bytes: Uint8Array): SeparatedText {
  const { encoding, text } = decoded(bytes);
  if (hasControls(text)) throw fileRefused('file_type');
  const separator = separatorOf(text);
  const rows = rowsOf(text, MARKS[separator], ROWS_MAX);
  if (rows.length > ROWS_MAX) throw fileRefused('excel_rows_max', { value: String(IMPORT_ROWS_MAX + 1) });
  if (rows.some((row) => row.length > COLUMNS_MAX)) {
    throw fileRefused('excel_columns_max', { value: String(COLUMNS_MAX) });
  }
  if (rows.some((row) => row.some((cell) => cell.length > CELL_LENGTH_MAX))) throw fileRefused('excel_cell_too_long');
  return { encoding, separator, rows: rows.map((row) => row.map(cellText)) };
}

/** Letters that no spreadsheet and no program writes into a text. */
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32)) return true;
  }
  return false;
}

function decoded(bytes: Uint8Array): { readonly encoding: Encoding; readonly text: string } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16', text: new TextDecoder('utf-16le').decode(bytes) };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16', text: new TextDecoder('utf-16be').decode(bytes) };
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    // Every byte is a letter of this one.
    return { encoding: 'windows-1256', text: new TextDecoder('windows-1256').decode(bytes) };
  }
}

/** The separator of the most columns that the most lines agree on; a comma where there is one column. */
function separatorOf(text: string): Separator {
  // Excel writes it into a first line of its own.
  const [, told] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const named = SEPARATORS.find((separator) => MARKS[separator] === told);
  if (named) return named;
  const tried = SEPARATORS.map((separator) => {
    const widths = rowsOf(text, MARKS[separator], LINES_TRIED)
      .slice(0, LINES_TRIED)
      .map((row) => row.length);
    const agreeing = Map.groupBy(widths, (width) => width);
    const [width = 1, lines = []] = [...agreeing].toSorted(
      ([aWidth, a], [bWidth, b]) => b.length - a.length || bWidth - aWidth,
    )[0] ?? [1, []];
    return { separator, width, agreed: width > 1 ? lines.length : 0 };
  });
  const best = tried.toSorted((a, b) => b.agreed - a.agreed || b.width - a.width)[0];
  return best && best.width > 1 ? best.separator : 'comma';
}

/** Cells may be in quotation marks, with separators, line ends and doubled marks in them. At most `most` + 1 rows. */
function rowsOf(text: string, mark: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let [cell, isQuoted, at] = ['', false, 0];
  const endRow = () => {
    row.push(cell);
    rows.push(row);
    row = [];
    cell = '';
  };
  while (at < text.length && rows.length <= most) {
    const letter = text[at];
    if (isQuoted) {
      const end = text.indexOf('"', at);
      cell += text.slice(at, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end + 1;
      if (text[at] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
      continue;
    }
    if (letter === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (letter === mark) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else cell += letter;
    at += 1;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** `="0770"`, with which programs keep Excel from taking a text for a number. */
const AS_TEXT = /^="([^"]*)"$/;

const cellText = (cell: string): string => {
  const trimmed = cell.toWellFormed().trim();
  return AS_TEXT.exec(trimmed)?.[1] ?? trimmed;
};
