import { expect, it } from 'vitest';
import { warrantyOfLine, warrantyUntil } from '../../domain/sales/warranty.ts';

it('a warranty ends on the same day of a later month, or on the last day of that month', () => {
  expect(warrantyUntil('2026-03-11', 12)).toBe('2027-03-11');
  expect(warrantyUntil('2026-01-31', 1)).toBe('2026-02-28');
  expect(warrantyUntil('2027-11-30', 3)).toBe('2028-02-29');
  expect(warrantyUntil('2026-12-31', 24)).toBe('2028-12-31');
});

it('goods without months have no warranty', () => {
  expect([warrantyOfLine('2026-03-11', null), warrantyOfLine('2026-03-11', 0), warrantyOfLine(undefined, 3)]).toEqual([
    null,
    null,
    null,
  ]);
});
