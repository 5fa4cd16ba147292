import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExpression, readAmount } from '../../web/shared/typing/amount-expression.ts';

const value = (text: string, decimals = 4) => {
  const reading = readAmount(text, decimals);
  return reading.ok ? reading.value : reading.problem;
};

describe('an amount', () => {
  it.each([
    ['12*3.5+100', '142'],
    ['2+3*4', '14'],
    ['(2+3)*4', '20'],
    ['-5', '-5'],
    ['10-2-3', '5'],
    ['100/8', '12.5'],
    ['1/3', '0.3333'],
    ['2/3', '0.6667'],
    ['-2/3', '-0.6667'],
    ['0.1+0.2', '0.3'],
    ['1,234,567.50', '1234567.5'],
    ['١٢٫٥', '12.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲۰۰', '1200'],
    ['1،000', '1000'],
    ['6 × 7 ÷ 2', '21'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['\u200f12 000', '12000'],
    ['1-1', '0'],
    ['--5', '5'],
  ])('typed as %s is %s', (text, result) => {
    expect(value(text)).toBe(result);
  });

  it.each([
    ['', 'syntax'],
    ['abc', 'syntax'],
    ['1,5', 'syntax'],
    ['1,2345', 'syntax'],
    ['1..2', 'syntax'],
    ['12*', 'syntax'],
    ['(1', 'syntax'],
    ['1)', 'syntax'],
    ['process.exit()', 'syntax'],
    ['1e5', 'syntax'],
    ['5/0', 'division_by_zero'],
    ['5/(2-2)', 'division_by_zero'],
    ['9999999*99999999', 'too_large'],
    [`${'('.repeat(150)}1`, 'syntax'],
    ['1'.repeat(201), 'syntax'],
  ])('typed as %s is refused as %s', (text, problem) => {
    expect(value(text)).toBe(problem);
  });

  it('keeps as many decimals as the field', () => {
    expect(value('1/3', 6)).toBe('0.333333');
    expect(value('1/3', 0)).toBe('0');
  });

  it('is distinguished from a plain number, so that the result is shown before the field is left', () => {
    expect(isExpression('12*3')).toBe(true);
    expect(isExpression('-12')).toBe(false);
    expect(isExpression('1,200.5')).toBe(false);
  });
});

interface Sum {
  readonly text: string;
  readonly exact: Decimal;
}

/** Random expressions, with the results of decimal.js. */
const { sum } = fc.letrec<{ sum: Sum; term: Sum; number: Sum }>((tie) => ({
  number: fc
    .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 999 }))
    .map(([whole, fraction]) => ({ text: `${whole}.${fraction}`, exact: new Decimal(`${whole}.${fraction}`) })),
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('number'),
    tie('sum').map(({ text, exact }) => ({ text: `(${text})`, exact })),
    tie('term').map(({ text, exact }) => ({ text: `-${text}`, exact: exact.neg() })),
  ),
  sum: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('term'),
    fc.tuple(tie('term'), tie('term')).map(([a, b]) => ({ text: `${a.text}+${b.text}`, exact: a.exact.plus(b.exact) })),
    fc
      .tuple(tie('term'), tie('term'))
      .map(([a, b]) => ({ text: `${a.text} - ${b.text}`, exact: a.exact.minus(b.exact) })),
    fc
      .tuple(tie('term'), tie('term'))
      .map(([a, b]) => ({ text: `${a.text}*${b.text}`, exact: a.exact.times(b.exact) })),
  ),
}));

describe('any sum', () => {
  it('has the result of decimal.js', () => {
    fc.assert(
      fc.property(sum, ({ text, exact }) => {
        fc.pre(text.length <= 200 && exact.abs().lt('1e13'));
        const reading = readAmount(text, 4);
        expect(reading.ok && new Decimal(reading.value).equals(exact.toDecimalPlaces(4, Decimal.ROUND_HALF_UP))).toBe(
          true,
        );
      }),
    );
  });

  it('never throws, for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => readAmount(text, 4) !== undefined));
  });
});
