/** A draft of a dividend: its amounts by share while it is typed, and after it is opened again. */
import { expect, it } from 'vitest';
import { dividendDeclaration, dividendWire } from '../../../web/equity/dividends.tsx';
import { withShares } from '../../../web/equity/shares-of-day.tsx';

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

it('the amounts by share appear while it is typed, by the shares of the record day', () => {
  const holders = [
    {
      ...{ stockholder_id: 1, share_percentage: '30' },
      earlier_shares: [{ until_date: '2026-08-31', share_percentage: '60' }],
    },
    {
      ...{ stockholder_id: 2, share_percentage: '70' },
      earlier_shares: [{ until_date: '2026-08-31', share_percentage: '40' }],
    },
  ];
  const shown = (header: object, ...amounts: readonly (string | null)[]) => {
    const draft = {
      header: { amount: '1000001', record_date: null, ...header },
      lines: amounts.map((amount, index) => ({ key: index, fields: { stockholder_fk: index + 1, amount } })),
      costs: [],
    };
    const facts = { systemCurrency: 1, roundingStep: null, decimals: 0 };
    return [...dividendDeclaration.totals(withShares(draft, holders), facts).lines.values()];
  };
  expect(shown({ date: '2026-06-30' }, null, null)).toEqual(['600001', '400000']);
  expect(shown({ date: '2026-09-01' }, null, null)).toEqual(['300000', '700001']);
  expect(shown({ date: '2026-09-01', record_date: '2026-06-30' }, null, null)).toEqual(['600001', '400000']);
  expect(shown({ date: '2026-09-01' }, '500000', null)).toEqual(['500001']);
  expect(shown({ date: '2026-09-01' }, '500000', '500001')).toEqual([]);
});
