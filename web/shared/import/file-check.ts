/** Checks of a file before it is sent: it must be an Excel file of limited size. */
import { IMPORT_BYTES_MAX } from '../../../domain/imports/import-format.ts';

/** Filter of the browser's file dialog. */
export const EXCEL_ACCEPTED = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Every xlsx file is a ZIP archive with this signature. */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];

/** The key of the error; undefined for an acceptable file. */
export async function refusedFile(file: File | undefined): Promise<string | undefined> {
  if (!file) return 'import:file.required';
  if (!/\.xlsx$/i.test(file.name)) return 'import:file.wrong_type';
  if (file.size >= IMPORT_BYTES_MAX) return 'import:file.too_large';
  const begins = new Uint8Array(await file.slice(0, ARCHIVE.length).arrayBuffer());
  return ARCHIVE.every((byte, index) => begins[index] === byte) ? undefined : 'import:file.wrong_type';
}
