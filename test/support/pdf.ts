/** The content of a PDF, read by poppler's programs: its text, pages, word positions, and fonts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** npm does not install Poppler; `npm test` reports the tests that it skipped without it. */
export const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;

const MM_OF_POINT = 25.4 / 72;

export interface ReadPage {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Distance of the first word from the left edge. */
  readonly leftMm: number;
  readonly rightMm: number;
  readonly bottomMm: number;
}

export interface ReadPdf {
  /** The text of each page, in logical order and without direction marks. */
  readonly texts: readonly string[];
  readonly pages: readonly ReadPage[];
  /** `AAAAAA+VazirmatnVariable` … */
  readonly fonts: readonly string[];
  readonly areFontsEmbedded: boolean;
}

const plain = (text: string): string =>
  text.normalize('NFKC').replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '');

export function readPdf(content: Uint8Array): ReadPdf {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-pdf-'));
  const file = join(folder, 'paper.pdf');
  try {
    writeFileSync(file, content);
    const run = (program: string, ...options: string[]) =>
      execFileSync(program, options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    const boxes = run('pdftotext', '-bbox', file, '-');
    const fonts = run('pdffonts', file).trim().split('\n').slice(2);
    const texts = run('pdftotext', '-layout', file, '-').split('\f').slice(0, -1).map(plain);
    return {
      texts,
      pages: [...boxes.matchAll(/<page width="([\d.]+)" height="([\d.]+)">([\s\S]*?)<\/page>/g)].map(pageOf),
      fonts: fonts.map((line) => line.split(/\s+/)[0] ?? ''),
      areFontsEmbedded: fonts.every((line) => / yes (yes|no) +(yes|no) +\d+ +\d+$/.test(line)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pageOf([, width, height, words = '']: RegExpMatchArray): ReadPage {
  const of = (name: string) => [...words.matchAll(new RegExp(`${name}="([\\d.-]+)"`, 'g'))].map(([, at]) => Number(at));
  return {
    widthMm: Number(width) * MM_OF_POINT,
    heightMm: Number(height) * MM_OF_POINT,
    leftMm: Math.min(...of('xMin')) * MM_OF_POINT,
    rightMm: Math.max(...of('xMax')) * MM_OF_POINT,
    bottomMm: Math.max(...of('yMax')) * MM_OF_POINT,
  };
}
