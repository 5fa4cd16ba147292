/** Checks of a file before it is sent: an Excel file, or a text of separated values, of limited size. */
import { IMPORT_BYTES_MAX } from '../../../domain/imports/import-format.ts';

/** Filter of the browser's file dialog. */
export const FILES_ACCEPTED =
  '.xlsx,.csv,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Every xlsx file is a ZIP archive with this signature. */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];

/** The key of the error; undefined for an acceptable file. */
export async function refusedFile(file: File | undefined): Promise<string | undefined> {
  if (!file) return 'import:file.required';
  if (!/\.(xlsx|csv|tsv|txt)$/i.test(file.name)) return 'import:file.wrong_type';
  if (file.size >= IMPORT_BYTES_MAX) return 'import:file.too_large';
  const begins = new Uint8Array(await file.slice(0, ARCHIVE.length).arrayBuffer());
  const isArchive = ARCHIVE.every((byte, index) => begins[index] === byte);
  return isArchive === /\.xlsx$/i.test(file.name) ? undefined : 'import:file.wrong_type';
}
