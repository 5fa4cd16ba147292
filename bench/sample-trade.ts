/**
 * A file of trade in the form of the Online Retail data set, with its rates: the named one, or a generated one of the
 * same size.
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { scaled } from './measure.ts';

/** The number in the first half-year of Online Retail. */
const INVOICES = 12_795;
const LINES = 19;
const ITEMS = 3_000;
const CUSTOMERS = 2_500;
const ROWS_NAMED = INVOICES * LINES;
const FIRST_DAY = Date.UTC(2010, 11, 1);
const DAYS = 182;
const DAY_MS = 86_400_000;
const HEAD = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country';

export interface TradeFiles {
  readonly file: string;
  /** Undefined when documents have the rate of the business. */
  readonly rates: string | undefined;
  /** Removes generated files. */
  remove(): void;
}

/** At a size below 1, the first rows of IMPORT_FILE. */
export async function tradeFiles(size: number): Promise<TradeFiles> {
  const named = process.env['IMPORT_FILE'];
  if (named && size === 1) return { file: named, rates: process.env['IMPORT_RATES'], remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'daftar-trade-'));
  const file = join(folder, 'lines.csv');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (named) {
    await copyRows(named, file, scaled(ROWS_NAMED, size, 500));
    return { file, rates: process.env['IMPORT_RATES'], remove };
  }
  await writeTrade(file, size);
  const rates = join(folder, 'rates.csv');
  writeFileSync(rates, RATES);
  return { file, rates, remove };
}

const RATES = `date,rate
2010-11-30,1170
2010-12-31,1170
2011-01-31,1180
2011-02-28,1185
2011-03-31,1182
2011-04-30,1190
2011-05-31,1195
`;

/** Copies the heading and `rows` rows. */
async function copyRows(from: string, to: string, rows: number): Promise<void> {
  const bytes = createReadStream(from);
  const lines = createInterface({ input: from.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes });
  const out = createWriteStream(to);
  let copied = 0;
  for await (const line of lines) {
    out.write(`${line}\n`);
    if (copied === rows) break;
    copied += 1;
  }
  bytes.destroy();
  out.end();
  await finished(out);
}

/** Most invoices are sales; of twenty, one returns the goods of the previous one, and one has no customer. */
async function writeTrade(file: string, size: number): Promise<void> {
  const invoices = scaled(INVOICES, size, 40);
  const items = scaled(ITEMS, size, LINES);
  const out = createWriteStream(file);
  out.write(`${HEAD}\n`);
  for (let invoice = 0; invoice < invoices; invoice += 1) {
    const isReturn = invoice % 20 === 19;
    const sold = isReturn ? invoice - 1 : invoice;
    const atMs = FIRST_DAY + Math.floor((invoice / invoices) * DAYS) * DAY_MS + (9 * 60 + (invoice % 480)) * 60_000;
    const at = new Date(atMs).toISOString().slice(0, 19);
    const customer = invoice % 20 === 7 ? '' : String(12_000 + (sold % scaled(CUSTOMERS, size, 10)));
    for (let line = 0; line < (isReturn ? 1 : LINES); line += 1) {
      const item = (sold * 31 + line * 7) % items;
      const price = `${1 + (item % 9)}.${String((item * 37) % 100).padStart(2, '0')}`;
      const quantity = (isReturn ? -1 : 1) * (1 + (line % 6));
      const cells = [number(invoice, isReturn), 20_000 + item, `GOODS ${item}`, quantity, at, price, customer];
      out.write(`${cells.join(',')},United Kingdom\n`);
    }
  }
  out.end();
  await finished(out);
}

const number = (invoice: number, isReturn: boolean): string => `${isReturn ? 'C' : ''}${536_365 + invoice}`;
