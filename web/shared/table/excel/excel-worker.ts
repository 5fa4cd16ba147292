/** Creates an Excel file in a worker, so that many rows do not block typing. */
import writeExcelFile from 'write-excel-file/browser';
import { type Sheet, written } from './excel-sheet.ts';

export type ExcelAnswer = { readonly file: Blob } | { readonly problem: string };

async function makeFile({ further, ...first }: Sheet): Promise<Blob> {
  const { rightToLeft } = first;
  const sheets = [first, ...(further ? [{ ...further, rightToLeft }] : [])];
  return writeExcelFile(sheets.map(written)).toBlob();
}

addEventListener('message', (event: MessageEvent<Sheet>) => {
  void makeFile(event.data)
    .then((file): ExcelAnswer => ({ file }))
    .catch((problem: unknown): ExcelAnswer => ({ problem: String(problem) }))
    .then((answer) => postMessage(answer));
});
