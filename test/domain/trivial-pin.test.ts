import { describe, expect, it } from 'vitest';
import { isTrivialPin } from '../../domain/people/trivial-pin.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const sixDigits = (day: string, month: string, year: string) => [
  day + month + year,
  month + day + year,
  year + month + day,
];
const isRow = (pin: string): boolean =>
  range(0, 9).some((step) => [...pin].every((digit, at) => Number(digit) === (Number(pin[0]) + at * step) % 10));
/** Guessed first for another reason: one digit or two, a repeated block, the same backwards, a row. */
const isPattern = (pin: string): boolean =>
  new Set(pin).size <= 2 ||
  /^(\d+)\1+$/.test(pin) ||
  pin === [...pin].reverse().join('') ||
  [pin, pin.replace(/(\d)\1+/g, '$1')].some(isRow);
/** The years of the digits that are asked about. */
const YEARS = ['1930', '1986', '2049'];

describe('a PIN that is guessed first', () => {
  it.each([
    ['one digit or two', ['000000', '1111', '110011', '797979', '100000']],
    ['a block that is repeated', ['123123', '481481', '20262026']],
    [
      'a row, also with each digit doubled',
      ['123456', '987654', '789012', '135791', '0246', '112233', '998877', '111222333'],
    ],
    ['a row and back', ['123321', '654456', '1234321']],
    ['lines of a keypad', ['147258', '258369', '963852', '159357', '789456123', '147852']],
    ['a date', ['150388', '031588', '880315', '202611', '112026', '31121999', '12311999', '19991231']],
  ])('is %s', (_, pins) => {
    expect(pins.filter((pin) => !isTrivialPin(pin))).toEqual([]);
  });

  it('is a date, in every usual order of a day, a month and a year, and no digits beside them', () => {
    const two = (value: number) => String(value).padStart(2, '0');
    const days = range(1, 31).flatMap((day) => range(1, 12).map((month) => [two(day), two(month)] as const));
    const dates = new Set([
      ...YEARS,
      ...YEARS.flatMap((year) => range(1, 12).flatMap((month) => [year + two(month), two(month) + year])),
      ...days.flatMap(([day, month]) => ['48', '71'].flatMap((year) => sixDigits(day, month, year))),
      ...days.flatMap(([day, month]) =>
        YEARS.flatMap((year) => [day + month + year, month + day + year, year + month + day]),
      ),
    ]);
    const edges = ['00', '01', '12', '13', '31', '32'];
    const asked = [
      ...['1929', '1930', '2049', '2050', '0713'],
      ...edges.flatMap((a) => edges.flatMap((b) => ['48', '71'].flatMap((c) => [a + b + c, c + a + b, a + c + b]))),
      ...edges.flatMap((a) =>
        edges.flatMap((b) => ['1929', ...YEARS, '2050', '9386'].flatMap((c) => [a + b + c, c + a + b])),
      ),
    ].filter((pin) => !isPattern(pin));
    expect(asked.length).toBeGreaterThan(300);
    expect(asked.filter((pin) => isTrivialPin(pin) !== dates.has(pin))).toEqual([]);
    expect(['13579', '0112198', '310119861'].map(isTrivialPin)).toEqual([true, false, false]);
  });

  it('is none of these, and few of all that there are', () => {
    expect(['482613', '739184', '618033', '407952', '84061', '96384751'].filter(isTrivialPin)).toEqual([]);
    // Every 17th of them.
    const all = Array.from({ length: 58_823 }, (_, index) => String(index * 17).padStart(6, '0'));
    expect(all.filter(isTrivialPin).length / all.length).toBeLessThan(0.15);
  });
});
