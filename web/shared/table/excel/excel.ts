/** Downloads a sheet as an Excel file; the code is loaded on first use. */
import { directionOf, preferences } from '../../language/preferences.ts';
import type { Sheet } from './excel-sheet.ts';
import type { ExcelAnswer } from './excel-worker.ts';

/** The sheet is right to left when the person's language is. */
export async function downloadExcel(sheet: Omit<Sheet, 'rightToLeft'>): Promise<void> {
  const rightToLeft = directionOf(preferences().language) === 'rtl';
  const address = URL.createObjectURL(await makeExcel({ ...sheet, rightToLeft }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${sheet.name}.xlsx`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function makeExcel(sheet: Sheet): Promise<Blob> {
  const worker = new Worker(new URL('./excel-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ExcelAnswer>) =>
      'file' in data ? resolve(data.file) : reject(new Error(data.problem));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(sheet);
  }).finally(() => worker.terminate());
}
