/** A number in an Excel file is that of the answer to the last digit, and a number that is not is found. */
import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { written } from '../../web/shared/table/excel/excel-sheet.ts';
import { notExact, numbersIn } from '../support/exact-sheet.ts';
import { type SheetRow, sheetsOfWorkbook } from '../support/workbook.ts';

/** Decimals of every length; the last two have more digits than a number of Excel. */
const VALUES = ['0', '1000', '-1000', '0.5', '-12.75', '666.6667', '0.000001', '504.654321', '-0.0001', '0.1000'];
const LARGE = ['999999999999999', '12345678901.2345', '1000000000000', '123456789012.3456', '-999999999999.9999'];

const answered = new Set<string>();
numbersIn({ data: [...VALUES, ...LARGE], total: '1' }, answered);
const compared = { answered, hasFooter: false, isCounted: () => true };

async function rowsOf(values: readonly string[], footer?: string): Promise<readonly SheetRow[]> {
  const sheet = written({
    name: 'Values',
    rightToLeft: false,
    columns: [
      { heading: 'Name', kind: 'text' },
      { heading: 'Value', kind: 'number' },
    ],
    rows: values.map((value, index) => [`Row ${index}`, value]),
    ...(footer === undefined ? {} : { footer: ['Total', footer] }),
  });
  return sheetsOfWorkbook(await writeExcelFile([sheet]).toBuffer())[0] ?? [];
}

describe('the file', () => {
  it('has every value to its last digit, and shows all of its decimals', async () => {
    const rows = await rowsOf([...VALUES, ...LARGE]);
    expect(notExact(rows, compared)).toMatchObject({ wrong: [], figures: VALUES.length + LARGE.length, long: 2 });
    const texts = rows.slice(1).map((row) => row.at(-1)?.text);
    expect(texts).toEqual([...VALUES, ...LARGE].map((value) => (value === '0.1000' ? '0.1' : value)));
  });

  it('has the total of exact values', async () => {
    const [values, total] = [['666.6667', '0.000001', '-12.75'], '653.916701'];
    numbersIn([total], answered);
    expect(notExact(await rowsOf(values, total), { ...compared, hasFooter: true })).toMatchObject({
      ...{ wrong: [], totals: 1 },
    });
  });
});

describe('a fault is found', () => {
  const FAULTS = {
    'a rounded value': [{ text: '666.667' }, 'Value, row 6: 666.667 is in no answer'],
    'a format that hides decimals': [{ format: '#,##0.00' }, 'Value, row 6: 666.6667 is shown as #,##0.00'],
    'a number that is a text': [{ isNumber: false }, 'Value, row 6: 666.6667 is a text'],
    'a number with an exponent': [{ text: '6.666667e2' }, 'Value, row 6: 6.666667e2 is in no answer'],
  } as const;
  it.each(Object.entries(FAULTS))('%s', async (_, [fault, sentence]) => {
    const rows = await rowsOf(VALUES);
    const spoilt = rows.map((row) => row.map((cell) => (cell.text === '666.6667' ? { ...cell, ...fault } : cell)));
    expect(notExact(spoilt, compared).wrong).toContain(sentence);
  });

  it('a total that is not the sum', async () => {
    const rows = await rowsOf(['0.5', '1000'], '1000');
    expect(notExact(rows, { ...compared, hasFooter: true }).wrong).toEqual([
      'Value: the total is 1000, the sum 1000.5',
    ]);
  });
});
