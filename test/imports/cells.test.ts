/** Converts the texts of cells to values of commands. */
import { describe, expect, it } from 'vitest';
import { readCell } from '../../domain/imports/cells.ts';
import { IMPORT_FORMATS } from '../../domain/imports/formats.ts';
import type { CellKind } from '../../domain/imports/import-format.ts';
import { itemImport } from '../../domain/imports/items.ts';
import type { Language } from '../../domain/values/language.ts';
import { importValueWords, importWord } from '../../languages/headings/import-words.ts';

const read = (kind: CellKind, text: string, more: object = {}) => {
  const cell = readCell({ name: 'x', kind, example: '', ...more }, text, importValueWords);
  return 'value' in cell ? cell.value : cell.wrong.message;
};

describe('the text of a cell', () => {
  it.each([
    ['1250', '1250'],
    ['1,250.50', '1250.5'],
    ['12,345,678', '12345678'],
    ["1'250", '1250'],
    ['1 250', '1250'],
    ['1\u00a0250\u00a0000.5', '1250000.5'],
    ['1\u202f250', '1250'],
    ['1’250’000', '1250000'],
    ['+12,345', '12345'],
    ['٢٬٥٠٠٫٢٥', '2500.25'],
    ['۲۵۰۰', '2500'],
    ['+5', '5'],
    ['007', '7'],
    ['0', '0'],
    ['0.10', '0.1'],
    ['999999999999.9999', '999999999999.9999'],
    ['1.23456', 'must_be_amount'],
    ['100000000000000', 'number_too_large'],
    ['1,25', 'must_be_amount'],
    ['1e5', 'must_be_amount'],
    ['=1+1', 'must_be_amount'],
    ['', 'must_be_amount'],
    ['-1', 'min'],
    ['2.500', 'dot_of_thousands'],
    ['12.250', 'dot_of_thousands'],
    ['٢.٥٠٠', 'dot_of_thousands'],
    ['999.000', 'dot_of_thousands'],
    // Nothing groups thousands after a zero, and a cell with a number has no last zero.
    ['0.500', '0.5'],
    ['2.125', '2.125'],
    ['2.5000', '2.5'],
    ['٢٫٥٠٠', '2.5'],
    ['-1,250', 'min'],
  ])('%s is the amount %s', (text, value) => {
    expect(read('amount', text)).toBe(value);
  });

  it('of a formula without a result is wrong in every column', () => {
    for (const kind of [
      'amount',
      'quantity',
      'percent',
      'whole',
      'text',
      'reference',
      'code',
      'date',
      'yes_no',
    ] as const)
      for (const text of ['#N/A', '#DIV/0!', '#REF!', '#NAME?'])
        expect([kind, text, read(kind, text)]).toEqual([kind, text, 'formula_failed']);
    expect(read('text', '#1 rice')).toBe('#1 rice');
    // Quantities have decimals.
    expect(read('quantity', '2.500')).toBe('2.5');
  });

  it.each([
    ...['0,500', '00,500', '1234,567', '1.250,000', '1 500,250', "1'500,250", '1,500 250', '1,2345', '12,345,67'],
    ...['1,250,', ',250', '1,,250', '1.000.000', '٠٬٥٠٠', '١٢٣٤٬٥٦٧', '1\u00a0500,250'],
  ])('%s is no number, because its digits are not grouped by thousands with one separator', (text) => {
    expect(read('amount', text)).toBe('must_be_amount');
    expect(read('quantity', text)).toBe('must_be_quantity');
    expect(read('whole', text)).toBe('must_be_integer');
    expect(read('percent', `${text} %`)).toBe('must_be_percent');
  });

  it('is a whole number, a percentage or a quantity', () => {
    expect(read('whole', '٣٠')).toBe(30);
    expect(read('whole', '30.0')).toBe(30);
    expect(read('whole', '30.5')).toBe('must_be_integer');
    expect(read('whole', '3000000000')).toBe('must_be_integer');
    expect(read('percent', '12.5 %')).toBe('12.5');
    expect(read('percent', '١٢٪')).toBe('12');
    expect(read('percent', '١٢٪\u200f')).toBe('12');
    expect(read('percent', '0,500 %')).toBe('must_be_percent');
    expect(read('whole', '1,250.0')).toBe(1250);
    expect(['99.9999', '100', '100.0', '100.0001', '101'].map((text) => read('percent', text))).toEqual([
      ...['99.9999', '100', '100', 'must_be_percent', 'must_be_percent'],
    ]);
    expect(read('quantity', '0.000001')).toBe('0.000001');
  });

  it('is no number above the bound', () => {
    expect(read('quantity', '1,000,000,000,000')).toBe('1000000000000');
    expect(read('quantity', '6291041500213')).toBe('number_too_large');
    expect(read('amount', '1000000000000.0001')).toBe('number_too_large');
  });

  it('is a day, year first or day first, that there is', () => {
    expect(read('date', '2027-06-30')).toBe('2027-06-30');
    expect(read('date', '1/2/2027')).toBe('2027-02-01');
    expect(read('date', '٣٠/٦/٢٠٢٧')).toBe('2027-06-30');
    expect(read('date', '30-02-2027')).toBe('date');
    expect(read('date', 'June')).toBe('date');
  });

  it('is yes, no or one of the choices in any language', () => {
    expect(['YES', '1', 'نعم', 'بەڵێ', 'true'].map((text) => read('yes_no', text))).toEqual(Array(5).fill(true));
    expect(['no', '0', 'لا', 'نەخێر'].map((text) => read('yes_no', text))).toEqual(Array(4).fill(false));
    expect(read('yes_no', 'maybe')).toBe('must_be_boolean');
    expect(read('option', 'خزمەتگوزاری', { values: ['goods', 'service'] })).toBe('service');
    expect(read('option', 'capital', { values: ['goods', 'service'] })).toBe('one_of');
  });

  it('is a barcode as a scanner types it, and none that the spreadsheet has changed', () => {
    const codes = [
      '٦٢٩١٠٤١',
      '۶۲٩-A',
      "'6291041500213",
      '6291041 500213',
      '0036000291452',
      '1E5',
      '106141411234567897',
    ];
    expect(codes.map((text) => read('code', text, { length: 48 }))).toEqual([
      ...['6291041', '629-A', '6291041500213', '6291041500213', '0036000291452', '1E5', '106141411234567897'],
    ]);
    for (const text of ['6.29104E+12', '6,29104e+12', '6.29E12', '1E+17', '1997-10-05']) {
      expect([text, read('code', text)]).toEqual([text, 'code_changed_by_sheet']);
    }
    expect(read('text', '1.06141411234568E+17')).toBe('code_changed_by_sheet');
    expect(read('code', 'x'.repeat(49), { length: 48 })).toBe('max_length');
  });

  it('is a text of so many letters, kept as it is', () => {
    expect(read('text', '=HYPERLINK("x")')).toBe('=HYPERLINK("x")');
    expect(read('text', 'x'.repeat(141))).toBe('max_length');
    expect(read('text', 'x'.repeat(1000), { length: 2000 })).toHaveLength(1000);
  });
});

describe('a format', () => {
  it('of items gives barcodes as a scanner types them', () => {
    const codes = itemImport.columns.filter(({ name }) => name.includes('barcode')).map(({ kind }) => kind);
    expect(codes).toEqual(Array(5).fill('code'));
    const cells = { item_name: 'Rice', base_unit: 1, barcode: '6291041' };
    expect(itemImport.bodyOf(cells)['item_units']).toMatchObject([{ barcodes: ['6291041'] }]);
  });

  it('of a day of expiry may be a month and a year, which mean its last day', () => {
    const expires = (text: string) => read('date', text, { isExpiry: true });
    expect(['06/2027', '6.2027', '2027-06', '٠٦/٢٠٢٧', '۲۰۲۸/۰۲', '15/06/2027'].map(expires)).toEqual([
      ...['2027-06-30', '2027-06-30', '2027-06-30', '2027-06-30', '2028-02-29', '2027-06-15'],
    ]);
    expect(['13/2027', '00/2027', '06/27', '2027'].map(expires)).toEqual(Array(4).fill('date'));
    expect(read('date', '06/2027')).toBe('date');
  });

  it('has an example that is right for every column, and words in every language', () => {
    for (const { columns, parameters } of IMPORT_FORMATS) {
      for (const column of columns) {
        if (column.example !== '')
          expect(readCell(column, column.example, importValueWords), column.name).toHaveProperty('value');
        if (column.required) expect(column.example, column.name).not.toBe('');
        for (const language of ['en', 'ar', 'ckb'] as Language[]) {
          expect(importWord(language, 'column', column.name), column.name).toBeTruthy();
          for (const value of column.values ?? []) expect(importWord(language, 'value', value), value).toBeTruthy();
          for (const { name } of parameters) expect(importWord(language, 'parameter', name), name).toBeTruthy();
        }
      }
    }
  });
});
