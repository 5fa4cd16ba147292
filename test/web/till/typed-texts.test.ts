import { describe, expect, it } from 'vitest';
import { readDiscount } from '../../../web/shared/typing/discount.ts';
import { pageOf } from '../../../web/till/parts/till-path.ts';

describe('a discount that is typed', () => {
  it.each([
    ['10%', { type: 'percent', value: '10' }],
    ['%10', { type: 'percent', value: '10' }],
    ['٪10', { type: 'percent', value: '10' }],
    ['١٠٪', { type: 'percent', value: '10' }],
    ['10%5', undefined],
    ['%10%', undefined],
    ['%', undefined],
    ['500', { type: 'amount', value: '500' }],
    ['', null],
    ['0', null],
    ['101%', undefined],
    ['-5', undefined],
    ['x', undefined],
  ])('%s', (text, read) => {
    expect(readDiscount(text)).toEqual(read);
  });
});

describe('an address of the till', () => {
  it.each([
    ['/pos', 'sell'],
    ['/pos/', 'sell'],
    ['/pos/held', 'held'],
    ['/pos/nothing', 'sell'],
  ])('%s is %s', (path, page) => {
    expect(pageOf(path)).toBe(page);
  });
});
