/** Creates an Excel file in a worker, so that many rows do not block typing. */
import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/browser';
import { cellOf, type Sheet, sheetName } from './excel-sheet.ts';

export type ExcelAnswer = { readonly file: Blob } | { readonly problem: string };

async function makeFile({ further, ...first }: Sheet): Promise<Blob> {
  const { rightToLeft } = first;
  const sheets = [first, ...(further ? [{ ...further, rightToLeft }] : [])];
  return writeExcelFile(sheets.map(written)).toBlob();
}

function written(sheet: Omit<Sheet, 'further'>) {
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

addEventListener('message', (event: MessageEvent<Sheet>) => {
  void makeFile(event.data)
    .then((file): ExcelAnswer => ({ file }))
    .catch((problem: unknown): ExcelAnswer => ({ problem: String(problem) }))
    .then((answer) => postMessage(answer));
});
