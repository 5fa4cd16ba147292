/** The file of a picture or paper, named by its digest; only the server uses these names. */
import { join } from 'node:path';

export const PDF = 'application/pdf';
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const DIGEST = /^[0-9a-f]{64}$/;

export function attachmentFile(dataDir: string, digest: string): string {
  if (!DIGEST.test(digest)) throw new RangeError('not the digest of a file');
  return join(dataDir, 'attachments', digest.slice(0, 2), digest);
}

/** A scaled-down copy for lists; only of pictures. */
export const smallFile = (file: string): string => `${file}-small`;
