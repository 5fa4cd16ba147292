import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { itemsOf, meaningOf } from '../../launcher/online-retail/classify.ts';
import { planImport } from '../../launcher/online-retail/plan.ts';
import { readOnlineRetail, readRow, type SourceLine } from '../../launcher/online-retail/read.ts';
import { compareTotals, sourceTotals } from '../../launcher/online-retail/reconcile.ts';

const HEAD = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country';

function sourceFile(rows: readonly string[], gzip = false): string {
  const path = join(mkdtempSync(join(tmpdir(), 'daftar-import-')), gzip ? 'lines.csv.gz' : 'lines.csv');
  const text = `${[HEAD, ...rows].join('\n')}\n`;
  writeFileSync(path, gzip ? gzipSync(text) : text);
  return path;
}

function line(text: string): SourceLine {
  const read = readRow(text.split(','), 2);
  if ('reason' in read) throw new Error(read.reason);
  return read;
}

describe('a row of the file', () => {
  it('is read exactly, prices as decimal strings', () => {
    expect(line('536365,85123A,HEART,6,2010-12-01T08:26:00,2.55,17850,United Kingdom')).toMatchObject({
      invoice: '536365',
      quantity: 6_000_000n,
      price: '2.55',
      value: 153_000n,
      date: '2010-12-01',
      time: '08:26:00',
    });
  });

  it.each([
    ['536365,85123A,HEART,six,2010-12-01T08:26:00,2.55,17850,UK', 'Quantity is not a number'],
    ['536365,85123A,HEART,0,2010-12-01T08:26:00,2.55,17850,UK', 'Quantity is zero'],
    ['536365,85123A,HEART,6,01/12/2010,2.55,17850,UK', 'InvoiceDate is not YYYY-MM-DDTHH:MM:SS'],
    ['536365,85123A,HEART,6,2010-12-01T08:26:00,-2.55,17850,UK', 'UnitPrice is negative'],
    [
      '536365,85123A,HEART,6,2010-12-01T08:26:00,2.55555,17850,UK',
      'UnitPrice is not an amount with at most four decimals',
    ],
    [',85123A,HEART,6,2010-12-01T08:26:00,2.55,17850,UK', 'InvoiceNo is empty'],
    ['536365,,HEART,6,2010-12-01T08:26:00,2.55,17850,UK', 'StockCode is empty'],
    ['536365,85123A,HE\uFFFDRT,6,2010-12-01T08:26:00,2.55,17850,UK', 'the row is not valid UTF-8'],
    ['A506401,B,Adjust bad debt,1,2010-12-01T08:26:00,53594.36,,UK', 'an adjustment of bad debt is not a sale'],
    ['536365,85123A,HEART,6', 'the row has 4 cells, not 8'],
  ])('that is malformed is rejected with its reason: %s', (text, reason) => {
    expect(readRow(text.split(','), 2)).toMatchObject({ row: 2, reason });
  });

  it('that is malformed does not stop the rows after it', async () => {
    const good = '536365,85123A,"A ""HEART"", white",6,2010-12-01T08:26:00,2.55,17850,UK';
    const { lines, rejected } = await readOnlineRetail(sourceFile(['1,2,3', good], true));
    expect(lines.map((line) => line.description)).toEqual(['A "HEART", white']);
    expect(rejected.map((rejectedRow) => rejectedRow.row)).toEqual([2]);
  });

  it('of another file is refused as a whole', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'daftar-import-')), 'other.csv');
    writeFileSync(path, 'date,rate\n2011-01-31,1170\n');
    await expect(readOnlineRetail(path)).rejects.toThrow('the first row must name the columns');
  });
});

describe('the meaning of a line', () => {
  it.each([
    ['536365,85123A,HEART,6,2010-12-01T08:26:00,2.55,17850,UK', 'sale'],
    ['536365,POST,POSTAGE,1,2010-12-01T08:26:00,18,17850,UK', 'sale'],
    ['C536379,D,Discount,-1,2010-12-01T09:41:00,27.5,14527,UK', 'sale_return'],
    ['C537630,AMAZONFEE,AMAZON FEE,-1,2010-12-07T15:04:00,13541.33,,UK', 'expense'],
    ['536589,21777,,-10,2010-12-01T16:50:00,0,,UK', 'write_off'],
    ['536589,21777,,-10,2010-12-01T16:50:00,2,,UK', undefined],
  ])('%s is %s', (text, meaning) => {
    expect(meaningOf(line(text))).toBe(meaning);
  });

  it('folds codes by case, names an item by its most frequent description and takes the median price', () => {
    const items = itemsOf([
      line('1,85123A,HEART,6,2010-12-01T08:26:00,2,1,UK'),
      line('2,85123a,WHITE HEART,6,2010-12-01T08:26:00,3,1,UK'),
      line('3,85123A,WHITE HEART,6,2010-12-01T08:26:00,9,1,UK'),
    ]);
    expect([...items.values()]).toEqual([{ code: '85123A', name: 'WHITE HEART', type: 'goods', median: 30_000n }]);
  });
});

describe('the plan', () => {
  const lines = [
    line('536365,85123A,HEART,6,2010-12-01T08:26:00,2.00,17850,UK'),
    line('536365,POST,POSTAGE,1,2010-12-01T08:26:00,18,17850,UK'),
    line('536589,85123a,,-10,2010-12-01T16:50:00,0,,UK'),
    line('C536379,85123A,HEART,-1,2010-12-02T09:41:00,2.00,17850,UK'),
    line('C536379,AMAZONFEE,AMAZON FEE,-1,2010-12-02T09:41:00,100,17850,UK'),
    line('540000,85123A,HEART,2,2011-01-04T10:00:00,2.00,17850,UK'),
  ];
  const plan = planImport(lines, itemsOf(lines));

  it('buys what leaves in a month on its first day, at 55 % of the median price', () => {
    expect(plan.months.map((month) => month.purchases.map(({ date, lines: bought }) => ({ date, bought })))).toEqual([
      [{ date: '2010-12-01', bought: [{ code: '85123A', quantity: '16', price: '1.1' }] }],
      [{ date: '2011-01-01', bought: [{ code: '85123A', quantity: '2', price: '1.1' }] }],
    ]);
  });

  it('makes one document of each invoice and meaning, with a key that a second run repeats', () => {
    expect(
      plan.months.flatMap((month) => month.documents.map((document) => [document.key, document.lines.length])),
    ).toEqual([
      ['536365:sale', 2],
      ['536589:write_off', 1],
      ['C536379:sale_return', 1],
      ['C536379:expense', 1],
      ['540000:sale', 1],
    ]);
  });

  it('loses nothing: file totals without the rejected rows are what is entered', () => {
    const totals = sourceTotals(lines, [{ row: 2, reason: '', amount: 0n as never, text: '' }]);
    expect(totals).toEqual([]);
    const [december, january] = sourceTotals(
      lines.map((line, index) => ({ ...line, row: index + 2 })),
      [],
    );
    expect(december).toMatchObject({ lines: 5, invoices: 3, cancellations: 1, quantity: -5_000_000n });
    expect(compareTotals([december as never], [january as never]).every((row) => row.equal)).toBe(false);
  });
});
