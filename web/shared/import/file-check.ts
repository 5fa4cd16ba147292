/** What is refused before anything is sent: no Excel file, or one that is too large. */
import { IMPORT_BYTES_MAX } from '../../../domain/imports/import-format.ts';

/** What the browser's dialog offers. */
export const EXCEL_ACCEPTED = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Every xlsx is an archive, and begins as one. */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];

/** The key of the sentence; undefined when it may be sent. */
export async function refusedFile(file: File | undefined): Promise<string | undefined> {
  if (!file) return 'import:file.required';
  if (!/\.xlsx$/i.test(file.name)) return 'import:file.wrong_type';
  if (file.size >= IMPORT_BYTES_MAX) return 'import:file.too_large';
  const begins = new Uint8Array(await file.slice(0, ARCHIVE.length).arrayBuffer());
  return ARCHIVE.every((byte, index) => begins[index] === byte) ? undefined : 'import:file.wrong_type';
}
