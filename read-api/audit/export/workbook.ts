/**
 * Rows as a workbook with one sheet, whose first row stays in sight. It is produced piece by piece, so that a million rows need
 * no more memory than a few. A number is a number where a spreadsheet keeps it exactly; codes and everything else are texts, and
 * nothing is a formula.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate';

type Row = readonly string[];

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const NS = 'http://schemas.openxmlformats.org';
const SHEET = 'xl/worksheets/sheet1.xml';
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${NS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="rId1" Type="${NS}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="rId1" Type="${NS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};
const BEGIN = `${HEAD}<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const END = '</sheetData></worksheet>';

/** Rows of a sheet, its headings included. */
export const SHEET_ROWS_MAX = 1_048_576;
/** Characters of a cell. */
const CELL_MAX = 32_767;
const ROWS_OF_PIECE = 2_000;
const LEVEL = 4;

/** The first row has the headings. */
export function* workbookOf(rows: readonly Row[]): Generator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const part = (name: string): ZipDeflate => {
    const added = new ZipDeflate(name, { level: LEVEL });
    zip.add(added);
    return added;
  };
  const taken = (): readonly Uint8Array[] => {
    const pieces = ready;
    ready = [];
    return pieces;
  };
  for (const [name, text] of Object.entries(PARTS)) part(name).push(strToU8(text), true);
  const sheet = part(SHEET);
  const numeric = numericColumns(rows);
  sheet.push(strToU8(BEGIN));
  for (let from = 0; from < rows.length; from += ROWS_OF_PIECE) {
    const piece = rows.slice(from, from + ROWS_OF_PIECE);
    sheet.push(strToU8(piece.map((row, index) => rowXml(row, from + index, numeric)).join('')));
    yield* taken();
  }
  sheet.push(strToU8(END), true);
  zip.end();
  yield* taken();
}

/** Numbers that identify something are texts: a spreadsheet would round or shorten them. */
const IDENTIFIES =
  /code|number|phone|mobile|serial|sha256|digest|attachment|_fk$|(^|_)id$|^id|reference|account|name|note/i;
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** The digits that a spreadsheet keeps. */
const DIGITS_MAX = 15;

const isExact = (text: string): boolean => DECIMAL.test(text) && text.replace(/[-.]/g, '').length <= DIGITS_MAX;

function numericColumns([headings = [], ...rows]: readonly Row[]): readonly boolean[] {
  return headings.map(
    (heading, column) =>
      !IDENTIFIES.test(heading) && rows.every((row) => (row[column] ?? '') === '' || isExact(row[column] ?? '')),
  );
}

function rowXml(row: Row, index: number, numeric: readonly boolean[]): string {
  const at = index + 1;
  const cells = row.map((text, column) => {
    if (text === '') return '';
    const place = `${letters(column)}${at}`;
    if (index > 0 && numeric[column]) return `<c r="${place}"><v>${text}</v></c>`;
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  });
  return `<row r="${at}">${cells.join('')}</row>`;
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** A longer text is cut; the file of separated values has it whole. XML has no control characters. */
const escaped = (text: string): string =>
  (text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>\r]/g, (mark) => MARKS[mark] ?? mark);
