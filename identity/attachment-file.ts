/** Where the file of a picture is, by what it holds: both sides of the API know it, and nobody who asks for a picture. */
import { join } from 'node:path';

const DIGEST = /^[0-9a-f]{64}$/;

export function attachmentFile(dataDir: string, digest: string): string {
  if (!DIGEST.test(digest)) throw new RangeError('not the digest of a file');
  return join(dataDir, 'attachments', digest.slice(0, 2), digest);
}

/** The same picture, small enough for a list. */
export const smallFile = (file: string): string => `${file}-small`;
