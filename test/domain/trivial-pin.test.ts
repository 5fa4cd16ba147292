import { describe, expect, it } from 'vitest';
import { isTrivialPin } from '../../domain/people/trivial-pin.ts';

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

  it('is none of these, and few of all that there are', () => {
    expect(['482613', '739184', '618033', '407952', '84061', '96384751'].filter(isTrivialPin)).toEqual([]);
    // Every 17th of them.
    const all = Array.from({ length: 58_823 }, (_, index) => String(index * 17).padStart(6, '0'));
    expect(all.filter(isTrivialPin).length / all.length).toBeLessThan(0.15);
  });
});
