/**
 * Writes compressed forms of built text files, which the server sends unchanged: compressed once, at the highest level.
 * Browsers accept Brotli over TLS and from localhost, and only gzip over plain http in a network.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = /\.(js|css|html|svg|json)$/;
/** Below this size a compressed file saves no network packet. */
const BYTES_MIN = 1_000;
const GZIP_LEVEL_MAX = 9;
const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

export function compressedFiles(): Plugin {
  return {
    name: 'daftar-compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((file) => TEXTS.test(file));
      await Promise.all(texts.map((file) => compress(join(dir, file))));
    },
  };
}

/** `app.js.br` and `app.js.gz` beside `app.js`. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < BYTES_MIN) return;
  await writeFile(`${file}.br`, await inBrotli(content));
  await writeFile(`${file}.gz`, await inGzip(content, { level: GZIP_LEVEL_MAX }));
}
