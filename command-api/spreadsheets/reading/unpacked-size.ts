/**
 * Checks from its table of contents that a spreadsheet is small enough to be unpacked. The reader allocates the stated
 * sizes, so a file with false sizes is truncated.
 */
import { unzipSync } from 'fflate';
import { Refusal } from '../../../domain/values/refusal.ts';

const UNPACKED_BYTES_MAX = 32 * 1024 * 1024;
const ENTRIES_MAX = 200;
const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];
const WORKBOOK = 'xl/workbook.xml';

export const fileRefused = (message: string, params?: Readonly<Record<string, string>>): Refusal =>
  new Refusal('validation', [{ field: 'file', message, ...(params ? { params } : {}) }]);

/** Every xlsx file is an archive. */
export const isArchive = (bytes: Uint8Array): boolean => ZIP_MAGIC.every((byte, index) => bytes[index] === byte);

/** Throws Refusal. */
export function checkSpreadsheet(bytes: Uint8Array): void {
  if (!isArchive(bytes)) throw fileRefused('file_type');
  let [unpacked, entries, isWorkbook] = [0, 0, false];
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize;
        entries += 1;
        isWorkbook ||= name === WORKBOOK;
        if (unpacked > UNPACKED_BYTES_MAX || entries > ENTRIES_MAX) throw fileRefused('excel_unpacks_too_large');
        return false;
      },
    });
  } catch (error) {
    throw error instanceof Refusal ? error : fileRefused('excel_unreadable');
  }
  if (!isWorkbook) throw fileRefused('file_type');
}
