/** Texts of separated values, as programs of different countries write them, and the headings that a person chooses. */
import { describe, expect, it } from 'vitest';
import { findColumns } from '../../command-api/spreadsheets/headings.ts';
import { readSeparatedText } from '../../command-api/spreadsheets/reading/delimited-text.ts';
import { readFile } from '../../command-api/spreadsheets/reading/read-file.ts';
import { withTypedCells } from '../../command-api/spreadsheets/reading/typed-cells.ts';
import { dayOrderOf, readCell } from '../../domain/imports/cells.ts';
import { openingItemImport } from '../../domain/imports/opening-items.ts';
import { customerImport } from '../../domain/imports/parties.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
/** The bytes of a text in windows-1256, which no part of the platform writes. */
function windows1256(text: string): Uint8Array {
  const decoder = new TextDecoder('windows-1256');
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]));
  return new Uint8Array([...text].map((letter) => bytes.get(letter) ?? 63));
}

describe('a text of separated values', () => {
  it.each([
    ['UTF-8 with its mark', utf8('\ufeffName,Amount\nAzad,5\n'), 'utf-8', 'comma'],
    ['UTF-8 without one', utf8('Name;Amount\nAzad;5\n'), 'utf-8', 'semicolon'],
    ['windows-1256', windows1256('Name\tAmount\nAzad\t5\n'), 'utf-8', 'tab'],
    ['bars', utf8('Name|Amount\nAzad|5\n'), 'utf-8', 'bar'],
  ])('is read as it was written: %s', (_, bytes, encoding, separator) => {
    expect(readSeparatedText(bytes)).toEqual({
      encoding,
      separator,
      rows: [
        ['Name', 'Amount'],
        ['Azad', '5'],
      ],
    });
  });

  it('in Arabic letters of windows-1256 is told from UTF-8', () => {
    const { encoding, rows } = readSeparatedText(windows1256('الاسم;الهاتف\nأزاد;0770\n'));
    expect([encoding, rows]).toEqual([
      'windows-1256',
      [
        ['الاسم', 'الهاتف'],
        ['أزاد', '0770'],
      ],
    ]);
  });

  it('has separators, line ends and quotation marks within quotation marks', () => {
    expect(readSeparatedText(utf8('a,b\r\n"x, ""y""","1\n2"\r\n="0770",\r\n')).rows).toEqual([
      ['a', 'b'],
      ['x, "y"', '1\n2'],
      ['0770', ''],
    ]);
  });

  it('is refused where it is no text, has too many columns, or too many rows', () => {
    expect(() => readSeparatedText(new Uint8Array([65, 0, 1, 2]))).toThrow();
    expect(() => readSeparatedText(utf8(`${'a,'.repeat(300)}a\n`))).toThrow();
    expect(() => readSeparatedText(utf8('a,b\n'.repeat(6000)))).toThrow();
  });
});

describe('headings of another program', () => {
  const text = utf8('Kunde;Beleg;Vom;Offen\nAzad;7;2025-01-02;100\n');

  it('are chosen by a person, and the file is read with them', async () => {
    const before = await readFile(openingItemImport, text, 'en', {});
    expect(before).toMatchObject({ missing: ['document_date', 'open_amount'], rows: [] });
    expect(before.headings).toEqual(['Kunde', 'Beleg', 'Vom', 'Offen']);
    const mapping = { customer: 'Kunde', document_number: 'Beleg', document_date: 'Vom', open_amount: 'Offen' };
    expect(await readFile(openingItemImport, text, 'en', mapping)).toMatchObject({
      ...{ missing: [], ignored: [], text: { encoding: 'utf-8', separator: 'semicolon' } },
      rows: [
        { row: 2, cells: { customer: 'Azad', document_number: '7', document_date: '2025-01-02', open_amount: '100' } },
      ],
    });
    await expect(readFile(openingItemImport, text, 'en')).rejects.toThrow();
  });

  it('are known in Arabic as other programs write them', () => {
    const { at } = findColumns(customerImport, ['اسم الزبون', 'رقم الموبايل', 'العنوان', 'حد الدين']);
    expect(at).toEqual(['name', 'mobile', 'address', 'allowed_debit_amount']);
  });

  it('may have a unit in brackets, and a chosen heading stands above a known one', () => {
    const { at } = findColumns(customerImport, ['Name', 'Allowed debit amount (IQD)', 'Overdue days [d]']);
    expect(at).toEqual(['name', 'allowed_debit_amount', 'overdue_days']);
    const chosen = findColumns(customerImport, ['Name', 'Full name', 'Note'], { name: 'Full name', note: '' });
    expect(chosen.at).toEqual([undefined, 'name', undefined]);
  });
});

describe('a cell of a workbook with a formula', () => {
  const sheet = (cell: string) => withTypedCells(`<row r="1">${cell}</row>`, new Set());

  it('is an error where its value was not stored, and what was stored is kept, also an empty text', () => {
    expect(sheet('<c r="A1"><f>B1*2</f></c>')).toContain('#CALC!');
    expect(sheet('<x:c r="A1" s="3"><x:f>B1</x:f></x:c>')).toContain('#CALC!');
    for (const cell of ['<c r="A1"><f>B1*2</f><v>4</v></c>', '<c r="A1" t="str"><f>B1</f><v></v></c>', '<c r="A1"/>']) {
      expect(sheet(cell)).toBe(`<row r="1">${cell}</row>`);
    }
  });
});

describe('a column of days', () => {
  const column = { name: 'due', kind: 'date', example: '' } as const;
  const read = (text: string, order?: 'day_first' | 'month_first') => readCell(column, text, () => [], order);

  it('decides between day and month first by all of its days', () => {
    expect(dayOrderOf(['03/08/2027', '12/31/2027'])).toBe('month_first');
    expect(dayOrderOf(['03/08/2027', '31/12/2027'])).toBe('day_first');
    expect(dayOrderOf(['03/08/2027'])).toBe('day_first');
    expect(dayOrderOf(['31/12/2027', '12/31/2027'])).toBe('day_first');
    expect(read('03/08/2027', 'month_first')).toEqual({ value: '2027-03-08' });
    expect(read('03/08/2027')).toEqual({ value: '2027-08-03' });
  });

  it.each(['31-Dec-2027', '31/12/27', '31/12/2027 00:00:00', '31 December 2027', '2027-12-31T00:00:00'])(
    'takes %s',
    (text) => {
      expect(read(text)).toEqual({ value: '2027-12-31' });
    },
  );

  it.each(['31/31/2027', '30-Feb-2027', 'December', '12/31/2027'])('refuses %s', (text) => {
    expect(read(text)).toEqual({ wrong: { message: 'date' } });
  });
});
