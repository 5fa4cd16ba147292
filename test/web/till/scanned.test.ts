import { describe, expect, it } from 'vitest';
import { checkDigit } from '../../../domain/catalogue/barcode.ts';
import { USUAL_SCALES } from '../../../domain/till/scales.ts';
import { readDiscount } from '../../../web/shared/typing/discount.ts';
import { pageOf } from '../../../web/till/parts/till-path.ts';
import { readScan } from '../../../web/till/selling/scanned.ts';
import { tillSettings } from '../../../web/till/selling/till-settings.ts';

const checked = (twelve: string) => twelve + checkDigit(twelve);
const GS = '\u001d';

describe('a scan', () => {
  it.each([
    ['6291041500213', { kind: 'code', code: '6291041500213' }],
    [checked('211234501250'), { kind: 'weighed', code: '12345', quantity: '1.250' }],
    [checked('251234503500'), { kind: 'priced', code: '12345', amount: '3500' }],
    // A scale's code with a wrong check digit is an ordinary code.
    ['2112345012500', { kind: 'code', code: '2112345012500' }],
    // The business's own barcodes begin with 29.
    [checked('290000000001'), { kind: 'code', code: checked('290000000001') }],
    ['T3-000127', { kind: 'receipt', number: 'T3-000127' }],
    ['t3-2-000127', { kind: 'receipt', number: 'T3-2-000127' }],
    [
      `]d20106291041500213${'17271231'}10B7${GS}21X`,
      { kind: 'code', code: '6291041500213', batch: 'B7', expires: '2027-12-31' },
    ],
    [
      '(01)06291041500213(17)280200(10)B-7',
      { kind: 'code', code: '6291041500213', batch: 'B-7', expires: '2028-02-29' },
    ],
    // 30 February does not exist.
    ['010629104150021317280230', { kind: 'code', code: '6291041500213' }],
    ['0106291041500213', { kind: 'code', code: '6291041500213' }],
  ])('of %s is read', (text, read) => {
    expect(readScan(text, USUAL_SCALES)).toEqual(read);
  });

  it('is an ordinary code where the settings have no scales', () => {
    const { scales } = tillSettings({ scales: [] });
    const code = checked('211234501250');
    expect(readScan(code, scales)).toEqual({ kind: 'code', code });
    expect(tillSettings({}).scales).toEqual(USUAL_SCALES);
  });
});

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
