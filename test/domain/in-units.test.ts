/** A quantity in the units of its item. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsInUnits } from '../../domain/values/in-units.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';

const unit = (name: string, base_unit_qty: string) => ({ name, base_unit_qty });
const DRUG = [unit('tablet', '1'), unit('box', '30'), unit('strip', '10')];

const read = (count: string, units: readonly { name: string; base_unit_qty: string }[]) =>
  partsInUnits(quantity(count), units)
    .map((part) => `${part.quantity} ${part.unit.name}`)
    .join(' ');

it('is told in the largest units first, and what is left of them in smaller ones', () => {
  expect(read('388', DRUG)).toBe('12 box 2 strip 8 tablet');
  expect(read('360', DRUG)).toBe('12 box');
  expect(read('9', DRUG)).toBe('9 tablet');
});

it('keeps fractions of base units, the sign, and nothing at all', () => {
  expect(read('31.25', DRUG)).toBe('1 box 1.25 tablet');
  expect(read('-45', DRUG)).toBe('-1 box -1 strip -5 tablet');
  expect(read('0', DRUG)).toBe('0 tablet');
});

it('of units that do not fit into each other, or are not whole, is exact too', () => {
  expect(read('59', [unit('piece', '1'), unit('dozen', '12'), unit('box', '30')])).toBe('1 box 2 dozen 5 piece');
  expect(read('5', [unit('kilo', '1'), unit('bag', '2.5'), unit('gram', '0.001')])).toBe('2 bag');
  expect(read('7.3', [unit('kilo', '1'), unit('bag', '2.5')])).toBe('2 bag 2.3 kilo');
});

it('says nothing of an item without a base unit', () => {
  expect(read('5', [unit('box', '30')])).toBe('');
});

it('adds up to the quantity for any factors, with whole units and a rest that is less than each larger unit', () => {
  const factor = fc.bigInt({ min: 1_000_001n, max: 1_000_000_000n });
  const anyQuantity = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  fc.assert(
    fc.property(anyQuantity, fc.array(factor, { maxLength: 5 }), (count, factors) => {
      const units = [1_000_000n, ...factors].map((size) => unit('u', printQuantity(toQuantity(size))));
      const parts = partsInUnits(toQuantity(count), units);
      const inBase = parts.map((part) => quantity(part.quantity) * quantity(part.unit.base_unit_qty));
      expect(inBase.reduce((sum, part) => sum + part, 0n)).toBe(count * 1_000_000n);
      for (const part of parts.filter(({ unit: own }) => own.base_unit_qty !== '1'))
        expect(quantity(part.quantity) % 1_000_000n).toBe(0n);
      expect(parts.every((part) => count === 0n || quantity(part.quantity) < 0n === count < 0n)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
