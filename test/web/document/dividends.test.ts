/** A draft of a dividend that is opened again is shared by percentage as before. */
import { expect, it } from 'vitest';
import { dividendWire } from '../../../web/equity/dividends.tsx';

const lines = [
  { stockholder_fk: 1, amount: '600', is_by_percentage: true },
  { stockholder_fk: 2, amount: '400' },
];

it('a draft shows entered amounts only, and an approved dividend shows all amounts', () => {
  expect(dividendWire.read({ status: 'draft', lines })).toMatchObject({ lines: [{ amount: null }, { amount: '400' }] });
  expect(dividendWire.read({ status: 'approved', lines })).toMatchObject({
    lines: [{ amount: '600' }, { amount: '400' }],
  });
});
