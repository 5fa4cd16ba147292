import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOf, dayBefore, type EffectiveDate, effectiveTime, readDate } from '../../domain/values/effective-date.ts';
import { allocate, divideRounded, parseFixed, printFixed, roundToStep } from '../../domain/values/fixed-point.ts';
import { extend, type Money, money, printMoney, readMoney } from '../../domain/values/money.ts';
import { printQuantity, QUANTITY_ONE, type Quantity, quantity } from '../../domain/values/quantity.ts';
import { convert, IQD, type Rate, USD } from '../../domain/values/rate.ts';

const big = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 15n });
const scale = fc.integer({ min: 0, max: 12 });

describe('a decimal number', () => {
  it('is parsed to the printed value, at every scale', () => {
    fc.assert(
      fc.property(big, scale, (value, at) => {
        expect(parseFixed(printFixed(value, at), at)).toBe(value);
      }),
    );
  });

  it('prints the shortest text that reads back', () => {
    fc.assert(
      fc.property(big, scale, (value, at) => {
        const text = printFixed(value, at);
        if (text.includes('.')) expect(text).not.toMatch(/0$|\.$/);
        expect(text).not.toBe('-0');
      }),
    );
  });

  it('is refused when it has more digits than are kept, or is no number', () => {
    for (const text of ['1.00001', '', ' 1', '1e3', '1,5', '--1', '.5', '5.', 'NaN', '٣']) {
      expect(readMoney(text), text).toBeUndefined();
    }
    expect(readMoney('1.50000')).toBe(15_000n);
    expect(() => money('x')).toThrow(RangeError);
    expect(() => quantity('0.0000001')).toThrow(RangeError);
  });
});

describe('rounding', () => {
  it('is half away from zero', () => {
    expect([5n, -5n, 4n, -4n, 15n, -15n].map((value) => divideRounded(value, 10n))).toEqual([1n, -1n, 0n, 0n, 2n, -2n]);
    expect(roundToStep(125n, 250n)).toBe(250n);
    expect(roundToStep(-125n, 250n)).toBe(-250n);
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
  });

  it('is off by at most half of the divisor, and the same with both signs turned', () => {
    fc.assert(
      fc.property(big, positive, (value, divisor) => {
        const rounded = divideRounded(value, divisor);
        const off = value - rounded * divisor;
        expect(2n * (off < 0n ? -off : off) <= divisor).toBe(true);
        expect(divideRounded(-value, divisor)).toBe(-rounded);
      }),
    );
  });
});

describe('sharing an amount', () => {
  // Without shrinking: searching smaller numbers for a failure would take hours.
  const total = fc.noShrink(big);
  const weights = fc.array(fc.noShrink(fc.bigInt({ min: 0n, max: 10n ** 12n })), { minLength: 1, maxLength: 40 });

  it('adds up to it exactly, each part within one unit of its exact share', () => {
    fc.assert(
      fc.property(total, weights, (all, by) => {
        const parts = allocate(all, by);
        expect(parts.reduce((a, b) => a + b, 0n)).toBe(all);
        const sum = by.reduce((a, b) => a + b, 0n);
        if (sum === 0n) return;
        parts.forEach((part, index) => {
          const off = part * sum - all * (by[index] as bigint);
          expect((off < 0n ? -off : off) < sum).toBe(true);
        });
      }),
    );
  });

  it('assigns zero to weight zero, unless all weights are zero', () => {
    expect(allocate(7n, [0n, 2n, 0n])).toEqual([0n, 7n, 0n]);
    expect(allocate(7n, [0n, 0n])).toEqual([7n, 0n]);
    expect(allocate(0n, [])).toEqual([]);
    expect(() => allocate(1n, [])).toThrow(RangeError);
  });
});

describe('money, quantities and rates', () => {
  const amount = big.map((value) => value as Money);
  const at = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((value) => value as Rate);

  it('print and read back', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(money(printMoney(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(big, (value) => {
        expect(quantity(printQuantity(value as Quantity))).toBe(value);
      }),
    );
  });

  it('multiply to the price itself for one unit', () => {
    fc.assert(
      fc.property(amount, (price) => {
        expect(extend(price, QUANTITY_ONE as Quantity)).toBe(price);
      }),
    );
  });

  it('convert dollar to dinar and back without a loss, at every rate of at least one', () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 10_000n, max: 10n ** 9n }), (dollar, rate) => {
        const dinar = convert(dollar, USD, IQD, rate as Rate);
        const back = convert(dinar, IQD, USD, rate as Rate);
        expect(back).toBe(dollar);
      }),
    );
  });

  it('need a rate above zero between two currencies, and none within one', () => {
    fc.assert(
      fc.property(amount, at, (value, rate) => {
        expect(convert(value, USD, USD, rate)).toBe(value);
      }),
    );
    expect(() => convert(1n as Money, USD, IQD, undefined)).toThrow(RangeError);
    expect(() => convert(1n as Money, USD, IQD, 0n as Rate)).toThrow(RangeError);
    expect(() => convert(1n as Money, 3, IQD, 1n as Rate)).toThrow(RangeError);
  });
});

describe('days', () => {
  const day = fc.tuple(
    fc.integer({ min: 1901, max: 2200 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
  );
  const text = day.map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`);

  it('are those of the calendar, and the day before is one too', () => {
    fc.assert(
      fc.property(text, (date) => {
        const utc = new Date(`${date}T00:00:00Z`);
        const real = !Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(date);
        expect(readDate(date) !== undefined).toBe(real);
        if (!real) return;
        utc.setUTCDate(utc.getUTCDate() - 1);
        expect(dayBefore(date as EffectiveDate)).toBe(utc.toISOString().slice(0, 10));
      }),
    );
  });

  it('without a time begin with receipts and end with issues, then with counts', () => {
    const times = (['in', 'out', 'count'] as const).map((direction) => effectiveTime('2026-03-01', null, direction));
    expect(times).toEqual([...times].sort());
    expect(effectiveTime('2026-03-01', '08:30', 'out')).toBe('2026-03-01T08:30:00');
    expect(dateOf(effectiveTime('2026-03-01', '08:30:15', 'in'))).toBe('2026-03-01');
  });
});
