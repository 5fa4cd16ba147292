/**
 * Reads the lines of an Online Retail file (CSV, plain or gzip). An invalid row is returned as rejected with its row
 * number and reason: no row is lost.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { defined } from '../../domain/values/defined.ts';
import { readDate } from '../../domain/values/effective-date.ts';
import { extend, type Money, readMoney, ZERO } from '../../domain/values/money.ts';
import { type Quantity, readQuantity } from '../../domain/values/quantity.ts';

export interface SourceLine {
  /** Row number in the file; the header is row 1. */
  readonly row: number;
  readonly invoice: string;
  /** As in the file; items compare codes in capitals. */
  readonly code: string;
  readonly description: string;
  readonly quantity: Quantity;
  /** `YYYY-MM-DD` and `HH:MM:SS`, the shop's local time. */
  readonly date: string;
  readonly time: string;
  /** US dollars at face value, as a decimal string. */
  readonly price: string;
  readonly value: Money;
  /** Empty when unknown. */
  readonly customer: string;
  readonly country: string;
}

export interface RejectedRow {
  readonly row: number;
  readonly reason: string;
  /** quantity × price when both are valid. */
  readonly amount: Money;
  readonly text: string;
}

export interface SourceFile {
  /** SHA-256 of the uncompressed content, in hexadecimal digits. */
  readonly id: string;
  readonly lines: readonly SourceLine[];
  readonly rejected: readonly RejectedRow[];
}

const COLUMNS = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
  'Country',
] as const;
const MOMENT = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/;
const ID_DIGITS = 16;

/** Throws when the file is missing or its first row does not name the eight columns. */
export async function readOnlineRetail(path: string): Promise<SourceFile> {
  const file = createReadStream(path);
  const parser = parse({ relax_column_count: true, relax_quotes: true, bom: true, skip_empty_lines: true });
  // Errors of the file or of the decompression end the parser, so that one loop handles all of them.
  const source = path.endsWith('.gz')
    ? file.on('error', (error: Error) => parser.destroy(error)).pipe(createGunzip())
    : file;
  const hash = createHash('sha256');
  source.on('data', (bytes: Buffer | string) => hash.update(bytes));
  source.on('error', (error: Error) => parser.destroy(error)).pipe(parser);
  const lines: SourceLine[] = [];
  const rejected: RejectedRow[] = [];
  let row = 0;
  const read: AsyncIterable<string[]> = parser;
  for await (const cells of read) {
    row += 1;
    if (row === 1) {
      if (COLUMNS.some((column, index) => cells[index] !== column)) {
        throw new Error(`the first row must name the columns ${COLUMNS.join(', ')}`);
      }
      continue;
    }
    const read = readRow(cells, row);
    if ('reason' in read) rejected.push(read);
    else lines.push(read);
  }
  return { id: hash.digest('hex').slice(0, ID_DIGITS), lines, rejected };
}

export function readRow(cells: readonly string[], row: number): SourceLine | RejectedRow {
  const [invoice = '', code = '', description = '', count = '', moment = '', price = '', customer = '', country = ''] =
    cells;
  const quantity = readQuantity(count);
  const unitPrice = readMoney(price);
  const amount = quantity !== undefined && unitPrice !== undefined ? extend(unitPrice, quantity) : ZERO;
  const reject = (reason: string): RejectedRow => ({ row, reason, amount, text: cells.join(',').slice(0, 200) });
  if (cells.length !== COLUMNS.length) return reject(`the row has ${cells.length} cells, not ${COLUMNS.length}`);
  if (cells.some((cell) => cell.includes('\uFFFD'))) return reject('the row is not valid UTF-8');
  if (invoice.trim() === '') return reject('InvoiceNo is empty');
  if (code.trim() === '') return reject('StockCode is empty');
  if (quantity === undefined) return reject('Quantity is not a number');
  if (quantity === 0n) return reject('Quantity is zero');
  if (unitPrice === undefined) return reject('UnitPrice is not an amount with at most four decimals');
  if (unitPrice < 0n) return reject('UnitPrice is negative');
  const when = MOMENT.exec(moment);
  if (!when) return reject('InvoiceDate is not YYYY-MM-DDTHH:MM:SS');
  if (!readDate(defined(when[1]))) return reject('InvoiceDate is not a day of the calendar');
  if (/^A/i.test(invoice)) return reject('an adjustment of bad debt is not a sale');
  return {
    row,
    invoice: invoice.trim(),
    code: code.trim(),
    description: description.trim(),
    quantity,
    date: defined(when[1]),
    time: defined(when[2]),
    price,
    value: amount,
    customer: customer.trim(),
    country: country.trim(),
  };
}
