import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isolateLtr, shapeDigits, shapeIsolated, toLatinDigits } from '../../web/shared/typing/digits.ts';
import { formatDecimal, signOf } from '../../web/shared/typing/number-format.ts';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.integer({ min: 0, max: 6 }))
  .map(([value, scale]) => new Decimal(value.toString()).div(new Decimal(10).pow(scale)).toFixed());

describe('the number formatter', () => {
  it.each([
    ['1234567.5', {}, '1,234,567.5'],
    ['-1234.5678', {}, '-1,234.568'],
    ['0.0005', {}, '0.001'],
    ['-0.0004', {}, '0'],
    ['1000', { decimalsMin: 2 }, '1,000.00'],
    ['12.5', { decimals: 0 }, '13'],
    ['1234.5', { grouping: false }, '1234.5'],
    ['0', { zero: '' }, ''],
    ['0.0001', { zero: '' }, ''],
    ['1234567.25', { digits: 'arabic' }, '١٬٢٣٤٬٥٦٧٫٢٥'],
    ['', {}, ''],
    ['not a number', {}, 'not a number'],
  ] as const)('shows %s with %j as %s', (text, look, shown) => {
    expect(formatDecimal(text, look)).toBe(shown);
  });

  it('shows a missing value as an empty text', () => {
    expect(formatDecimal(null)).toBe('');
    expect(formatDecimal(undefined)).toBe('');
  });

  it('never changes a number that has no more decimals than are shown, however long it is', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        const shown = formatDecimal(text, { decimals: 6 });
        expect(new Decimal(shown.replaceAll(',', '')).equals(text)).toBe(true);
      }),
    );
  });

  it('rounds half away from zero, as the books do', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 4 }), (text, decimals) => {
        const exact = new Decimal(text).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
        expect(new Decimal(formatDecimal(text, { decimals, grouping: false })).equals(exact)).toBe(true);
      }),
    );
  });

  it('groups by three from the decimal mark', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        expect(formatDecimal(text)).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d{1,3})?$/);
      }),
    );
  });
});

describe('digits', () => {
  it('of every keyboard are read as Latin ones', () => {
    expect(toLatinDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ０１９ abc')).toBe('0123456789 0123456789 019 abc');
  });

  it('shaped and read again are the same', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(toLatinDigits(shapeDigits(toLatinDigits(text), 'arabic'))).toBe(toLatinDigits(text));
      }),
    );
  });

  it('in a sentence are isolated from its direction', () => {
    expect(isolateLtr('12–20')).toBe('\u206612–20\u2069');
  });

  it('of the server have the shape that a person prefers; names and numbers of documents stay', () => {
    const said = 'لە \u2068S-000012\u2069: \u20665,000.5 IQD\u2069 لە \u206601/03/2026\u2069';
    expect(shapeIsolated(said, 'latin')).toBe(said);
    expect(shapeIsolated(said, 'arabic')).toBe(
      'لە \u2068S-000012\u2069: \u2066٥٬٠٠٠٫٥ IQD\u2069 لە \u2066٠١/٠٣/٢٠٢٦\u2069',
    );
  });
});

describe('the sign', () => {
  it.each([
    ['-0.0001', -1],
    ['0.000', 0],
    ['5', 1],
    ['five', undefined],
    [null, undefined],
  ] as const)('of %s is %s', (text, sign) => {
    expect(signOf(text)).toBe(sign);
  });
});
