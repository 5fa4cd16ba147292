/**
 * Checks uploaded papers: PDF files and workbooks, kept as they are, and pictures, encoded again. The type is detected from the
 * content, and the name must agree with it. The server never opens them, and sends them as files to be saved.
 */
import { unzipSync } from 'fflate';
import { Refusal } from '../../domain/values/refusal.ts';
import { PDF, WORKBOOK } from '../../identity/machine/attachment-file.ts';
import { type Picture, readPicture } from './picture.ts';

/** 10 MB. */
export const PAPER_BYTES_MAX = 10_485_760;

export interface Paper {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** The bytes with which an archive begins, which every xlsx file is. */
const ARCHIVE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const PDF_VERSION = /^%PDF-\d\.\d/;
const NAMES: Readonly<Record<string, RegExp>> = { [PDF]: /\.pdf$/i, [WORKBOOK]: /\.xlsx$/i };
const PARTS = ['[Content_Types].xml', 'xl/workbook.xml'];
/** Programs in a workbook, and objects of other programs. */
const ACTIVE = /vbaProject|\/activeX\/|\/embeddings\/|macrosheets\//i;

const refused = (message: string): Refusal => new Refusal('validation', [{ field: 'file', message }]);

export const paperTooLarge = (): Refusal => refused('paper_too_large');

/** Throws Refusal for anything but a PDF file, a workbook without programs, a JPEG or a PNG, of at most 10 MB. */
export async function readPaper(given: Buffer, fileName: string): Promise<Paper | Picture> {
  if (given.length > PAPER_BYTES_MAX) throw paperTooLarge();
  const mediaType = PDF_VERSION.test(given.toString('latin1', 0, 8))
    ? PDF
    : given.subarray(0, 4).equals(ARCHIVE)
      ? WORKBOOK
      : undefined;
  if (mediaType === undefined) return await readPicture(given, fileName, { field: 'file', type: 'paper_type' });
  if (!NAMES[mediaType]?.test(fileName)) throw refused('paper_type');
  if (mediaType === WORKBOOK) checkWorkbook(given);
  return { mediaType, bytes: given };
}

/** Reads the table of contents only. */
function checkWorkbook(bytes: Buffer): void {
  const parts = new Set<string>();
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        parts.add(name);
        return false;
      },
    });
  } catch {
    throw refused('paper_unreadable');
  }
  if (PARTS.some((part) => !parts.has(part))) throw refused('paper_type');
  if ([...parts].some((part) => ACTIVE.test(part))) throw refused('paper_is_active');
}
