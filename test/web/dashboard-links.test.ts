/** A figure of the dashboard leads to a report of the same days and the same outlet. */
import { expect, it } from 'vitest';
import { periodOf, soldOf } from '../../web/dashboard/period.ts';

it('leads from an item sold most to its movements in the shown days, and with an outlet to the report of that outlet', () => {
  const days = { from: '2026-03-05', as_at: '2026-03-11' };
  const shown = { period_shown: 'seven_days' };
  expect(soldOf(7, periodOf(shown, '2026-03-11'))).toEqual({
    to: '/reports/item-transaction',
    search: { ...days, item_fk: 7 },
  });
  expect(soldOf(7, periodOf({ ...shown, outlet_fk: 2 }, '2026-03-11'))).toEqual({
    to: '/reports/most-active-items',
    search: { ...days, outlet_fk: 2 },
  });
});
