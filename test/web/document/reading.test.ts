/** Parses the input of a document's fields, and cells that are pasted from a spreadsheet. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTable, readSpreadsheet } from '../../../web/shared/document/grid/paste.ts';
import { readCount, readField, shownText, typedText } from '../../../web/shared/document/model/reading.ts';

const today = { today: '2026-03-15' };
const read = (kind: Parameters<typeof readField>[0], text: string) => readField(kind, text, today);

describe('a field', () => {
  it('reads expressions, Arabic digits and marks', () => {
    expect(read('amount', '12*3.5+100')).toBe('142');
    expect(read('quantity', '٣٫٥')).toBe('3.5');
    expect(read('amount', '١٬٢٥٠')).toBe('1250');
  });

  it('reads a discount as percent with a sign on either side, and as an amount without', () => {
    expect(read('discount', '5%')).toEqual({ type: 'percent', value: '5' });
    expect(read('discount', '٪٥')).toEqual({ type: 'percent', value: '5' });
    expect(read('discount', '3500')).toEqual({ type: 'amount', value: '3500' });
  });

  it('keeps what cannot be read as it was typed, with its reason', () => {
    expect(read('amount', '12*')).toEqual({ unread: '12*', problem: 'document:problems.syntax' });
    expect(read('quantity', '-3')).toEqual({ unread: '-3', problem: 'document:problems.negative' });
    expect(read('discount', '120%')).toEqual({ unread: '120%', problem: 'document:problems.above_100' });
    expect(read('date', '32/1')).toEqual({ unread: '32/1', problem: 'document:problems.date' });
    expect(read('text', 'x'.repeat(141))).toMatchObject({ problem: 'document:problems.too_long' });
  });

  it('takes no code for a quantity, which a slow scanner types into its field', () => {
    const codes = ['6291041500213', '036000291452', '٦٢٩١٠٤١٥٠٠٢١٣', '10036000291459', '2000000023984', '01234565'];
    for (const code of [...codes, '010629104150021317271231', '6291041 500213'])
      expect(read('quantity', code)).toEqual({ unread: code, problem: 'document:problems.a_code' });
    expect(readCount('6291041500213')).toBeUndefined();
    expect(['12000000', '96385074', '0.25', '007', '100000*100000'].map((text) => read('quantity', text))).toEqual([
      ...['12000000', '96385074', '0.25', '7', '10000000000'],
    ]);
    expect(read('amount', '6291041500213')).toBe('6291041500213');
  });

  it('reads dates by words', () => {
    expect(read('date', 't')).toBe('2026-03-15');
    expect(read('date', '+3')).toBe('2026-03-18');
  });

  it('shows a text for typing that is parsed to the same value', () => {
    const amount = fc
      .tuple(fc.nat(1_000_000), fc.nat(9999))
      .map(([whole, part]) => `${whole}.${String(part).padStart(4, '0')}`);
    fc.assert(
      fc.property(amount, fc.constantFrom('amount', 'quantity', 'discount'), (text, kind) => {
        const value = read(kind, text);
        expect(read(kind, typedText(kind, value))).toEqual(value);
      }),
    );
    expect(read('discount', typedText('discount', { type: 'percent', value: '12.5' }))).toEqual({
      type: 'percent',
      value: '12.5',
    });
    expect(read('date', typedText('date', '2026-02-28'))).toBe('2026-02-28');
  });

  it('shows an amount with the decimals of its currency, and a quantity with its own', () => {
    expect(shownText('amount', '1250.5', { decimals: 2, decimalsMin: 2 })).toBe('1,250.50');
    expect(shownText('quantity', '3.5', { decimals: 0 })).toBe('3.5');
    expect(shownText('discount', { type: 'percent', value: '5' }, { decimals: 0 })).toBe('5%');
    expect(shownText('time', '20:10:00', { decimals: 0 })).toBe('20:10');
  });
});

describe('the quantity of a batch', () => {
  it.each([
    ['1٫5', '1.5'],
    ['1,000', '1000'],
    ['2+3', '5'],
    ['٣', '3'],
    ['', '0'],
    ['1,5', undefined],
    ['-1', undefined],
    ['x', undefined],
  ])('%s', (typed, count) => {
    expect(readCount(typed)).toBe(count);
  });
});

describe('a paste', () => {
  it('of a spreadsheet is rows and cells, with quoted cells whole', () => {
    expect(readSpreadsheet('A1\t2\t3.5\r\nA2\t\t"two\nlines"\r\n')).toEqual([
      ['A1', '2', '3.5'],
      ['A2', '', 'two\nlines'],
    ]);
    expect(readSpreadsheet('"say ""hi"""\t1')).toEqual([['say "hi"', '1']]);
    expect(readSpreadsheet('a\t')).toEqual([['a', '']]);
  });

  it('of one cell goes into the cell', () => {
    expect(isTable(readSpreadsheet('1250'))).toBe(false);
    expect(isTable(readSpreadsheet('1250\n'))).toBe(false);
    expect(isTable(readSpreadsheet('1250\t3'))).toBe(true);
  });

  it('of any copied cells results in the same cells', () => {
    const cell = fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\0]/g, '').trim());
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
      );
    const copied = (rows: string[][]) =>
      rows
        .map((row) => row.map((text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
        .concat('')
        .join('\n');
    fc.assert(
      fc.property(table, (rows) => {
        expect(readSpreadsheet(copied(rows))).toEqual(rows);
      }),
    );
  });
});
