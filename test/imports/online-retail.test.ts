import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { money } from '../../domain/values/money.ts';
import { itemsOf, KNOWN_FEES, meaningOf, readFees, withoutGoods } from '../../tools/online-retail/classify.ts';
import { planImport } from '../../tools/online-retail/plan.ts';
import { type Entered, importProgress } from '../../tools/online-retail/progress.ts';
import { type RejectedRow, readOnlineRetail, readRow, type SourceLine } from '../../tools/online-retail/read.ts';
import { compareTotals, fileTotals, refusedTotals } from '../../tools/online-retail/reconcile.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HEAD = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country';

function sourceFile(rows: readonly string[], gzip = false): string {
  const path = join(temporaryFolder(), gzip ? 'lines.csv.gz' : 'lines.csv');
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
    ['536365,85123A,HEART,6,2010-12-01T25:61:00,2.55,17850,UK', 'InvoiceDate is not YYYY-MM-DDTHH:MM:SS'],
    ['536365,85123A,HEART,6,2012-02-31T08:26:00,2.55,17850,UK', 'InvoiceDate is not a day of the calendar'],
    ['536365,85123A,HEART,6,2011-02-29T08:26:00,2.55,17850,UK', 'InvoiceDate is not a day of the calendar'],
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

  it('is of a file that is known by its content, packed or not', async () => {
    const rows = ['536365,85123A,HEART,6,2010-12-01T08:26:00,2.55,17850,UK'];
    const plain = await readOnlineRetail(sourceFile(rows));
    expect(plain.id).toMatch(/^[0-9a-f]{16}$/);
    expect((await readOnlineRetail(sourceFile(rows, true))).id).toBe(plain.id);
    expect((await readOnlineRetail(sourceFile([...rows, ...rows]))).id).not.toBe(plain.id);
  });

  it('of another file is refused as a whole', async () => {
    const path = join(temporaryFolder(), 'other.csv');
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
    expect(meaningOf(line(text), KNOWN_FEES)).toBe(meaning);
  });

  it('is an expense for the known fees and for those that a file names, and what the others are is said', async () => {
    const path = join(temporaryFolder(), 'fees.csv');
    writeFileSync(path, 'code,expense_type\nc2,Carriage\n');
    const fees = await readFees(path);
    const lines = [
      line('C536379,C2,CARRIAGE,-1,2010-12-01T09:41:00,50,14527,UK'),
      line('C536379,CRUK,CRUK Commission,-1,2010-12-01T09:41:00,1.5,14527,UK'),
      line('C536379,M,Manual,-1,2010-12-01T09:41:00,5,14527,UK'),
      line('536365,C2,CARRIAGE,1,2010-12-01T08:26:00,50,17850,UK'),
      line('536365,85123A,HEART,6,2010-12-01T08:26:00,2.55,17850,UK'),
    ];
    expect(lines.map((sold) => meaningOf(sold, fees))).toEqual(['expense', 'expense', 'sale_return', 'sale', 'sale']);
    expect(meaningOf(lines[0] as SourceLine, KNOWN_FEES)).toBe('sale_return');
    expect(withoutGoods(lines, fees)).toEqual([
      'No goods: C2, 1 lines are expenses (Carriage), 1 lines are a service, without stock.',
      'No goods: CRUK, 1 lines are expenses (Charity commission).',
      'No goods: M, 1 lines are a service, without stock.',
    ]);
    writeFileSync(path, 'code\nC2\n');
    await expect(readFees(path)).rejects.toThrow('each row must have a code and an expense_type');
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
  const options = { items: itemsOf(lines), fees: KNOWN_FEES };
  const plan = planImport(lines, { ...options, isOfAnotherFile: () => false });

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

  it('leaves out what another file has entered, and buys nothing for it', () => {
    const own = planImport(lines, { ...options, isOfAnotherFile: ({ key }) => key === '536365:sale' });
    expect(own.months.map(({ documents }) => documents.map(({ key }) => key))).toEqual([
      ['536589:write_off', 'C536379:sale_return', 'C536379:expense'],
      ['540000:sale'],
    ]);
    expect(own.months[0]?.purchases[0]?.lines).toEqual([{ code: '85123A', quantity: '10', price: '1.1' }]);
    expect(own.rejected.map(({ reason, text }) => [reason, text])).toEqual([
      ['invoice 536365 is in the books already, entered from another file', '536365,85123A'],
      ['invoice 536365 is in the books already, entered from another file', '536365,POST'],
    ]);
  });
});

describe('the reconciliation', () => {
  const lines = [
    '536365,85123A,HEART,6,2010-12-01T08:26:00,2.00,17850,UK',
    '536365,POST,POSTAGE,1,2010-12-01T08:26:00,18,17850,UK',
    'C536379,85123A,HEART,-1,2010-12-02T09:41:00,2.00,17850,UK',
    'C536379,AMAZONFEE,AMAZON FEE,-1,2010-12-02T09:41:00,100,17850,UK',
    '540000,85123A,HEART,2,2011-01-04T10:00:00,2.00,17850,UK',
  ].map((text, index) => ({ ...line(text), row: index + 2 }));
  const rejected = (row: number, amount: string): RejectedRow => ({ row, reason: '', amount: money(amount), text: '' });
  const unread = [rejected(9, '3.5')];
  const file = fileTotals(lines, unread);

  it('counts every row of the file, also those that could not be read', () => {
    expect(file.map(({ month, lines: count, value }) => [month, count, value])).toEqual([
      ['2010-12', 4, money('-72')],
      ['2011-01', 1, money('4')],
      ['unread', 1, money('3.5')],
    ]);
  });

  it('holds when each row is in the books or refused, and an invoice of which a part is refused counts once', () => {
    const refused = refusedTotals(lines, [...unread, rejected(5, '-100'), rejected(6, '4')]);
    const [december] = fileTotals(lines.slice(0, 3), []);
    const compared = compareTotals({ file, refused, books: december ? [december] : [] });
    expect(compared.filter(({ equal }) => !equal)).toEqual([]);
    const of = (month: string, what: string) => compared.find((row) => row.month === month && row.what === what);
    expect(of('2010-12', 'value')).toMatchObject({ file: '-72', refused: '-100', books: '28' });
    expect(of('2010-12', 'invoices')).toMatchObject({ file: '2', refused: '0', books: '2' });
    expect(of('total', 'lines')).toMatchObject({ file: '6', refused: '3', books: '3' });
    expect(of('total', 'value')).toMatchObject({ file: '-64.5', refused: '-92.5', books: '28' });
  });

  it('finds a row that is neither in the books nor refused, and one that is both', () => {
    const [december, january] = fileTotals(lines, []);
    const unequal = (refused: readonly RejectedRow[], books: (typeof december)[]) =>
      compareTotals({
        file,
        refused: refusedTotals(lines, [...unread, ...refused]),
        books: books.flatMap((month) => month ?? []),
      })
        .filter(({ equal, what }) => !equal && what === 'lines')
        .map(({ month }) => month);
    expect(unequal([], [december, january])).toEqual([]);
    expect(unequal([], [december])).toEqual(['2011-01', 'total']);
    expect(unequal([rejected(6, '4')], [december, january])).toEqual(['2011-01', 'total']);
  });
});

describe('the progress', () => {
  it('says the share of the whole file, how many a second and how long it takes yet, at most every five seconds', () => {
    const said: string[] = [];
    let nowMs = 1_000;
    const progress = importProgress(
      (text) => said.push(text),
      () => nowMs,
    );
    progress.begin(400);
    const steps = (count: number, what: string, entered: Entered = 'entered') => {
      for (let n = 0; n < count; n += 1) {
        nowMs += entered === 'entered' ? 100 : 0;
        progress.step(what, entered);
      }
    };
    steps(100, 'items', 'there_before');
    steps(100, '2010-12 invoices');
    steps(200, '2011-01 invoices');
    expect(said).toEqual([
      '  items: 0 % of the file (1 of 400)',
      '  2010-12 invoices: 25 % of the file (101 of 400)',
      '  2010-12 invoices: 37 % of the file (151 of 400), 10 a second, 25 s left',
      '  2011-01 invoices: 50 % of the file (201 of 400)',
      '  2011-01 invoices: 62 % of the file (251 of 400), 10 a second, 15 s left',
      '  2011-01 invoices: 75 % of the file (301 of 400), 10 a second, 10 s left',
      '  2011-01 invoices: 87 % of the file (351 of 400), 10 a second, 5 s left',
      '  2011-01 invoices: 100 % of the file (400 of 400), 10 a second',
    ]);
  });
});
