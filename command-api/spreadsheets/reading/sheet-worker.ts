/** Runs in a separate thread: reads the first sheet of a spreadsheet as rows of text, or says why it is refused. */
import { parentPort, workerData } from 'node:worker_threads';
import { Decimal } from 'decimal.js';
import { readSheet } from 'read-excel-file/universal';
import { boundedArchive } from './sheet-bounds.ts';

/**
 * Significant digits of a number in a spreadsheet; further digits are binary rounding noise. A whole number with more digits
 * has lost its last ones: it keeps its power of ten, which no column of texts accepts.
 */
const DIGITS_MAX = 15;
const LONGEST_NUMBER = 40;

/** Exact: `0.1` stays `0.1`, `1.1000000000000001` becomes the typed 1.1, `6.2E12` is written without exponent. */
function numberText(written: string): string {
  if (written.length > LONGEST_NUMBER) return written;
  const number = new Decimal(written);
  const isPlain = number.abs().lt('1e21') && (number.isZero() || number.abs().gt('1e-20'));
  if (!isPlain) return written;
  const rounded = number.toSignificantDigits(DIGITS_MAX);
  return rounded.abs().gte(`1e${DIGITS_MAX}`) ? rounded.toExponential().toUpperCase() : rounded.toFixed();
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return String(value).toWellFormed().replaceAll('\0', '').trim();
}

if (!(workerData instanceof Uint8Array)) throw new TypeError('the bytes of a spreadsheet are needed');
const archive = boundedArchive(workerData);
if (archive instanceof Uint8Array) {
  const sheet = await readSheet<string>(new Blob([archive]), { parseNumber: numberText });
  parentPort?.postMessage(sheet.map((row) => row.map(cellText)));
} else {
  parentPort?.postMessage(archive);
}
