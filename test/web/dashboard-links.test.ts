/** Figures of the dashboard: what they count, and the report of the same days and the same outlet to which they lead. */
import { expect, it } from 'vitest';
import { periodOf, soldOf } from '../../web/dashboard/period.ts';
import { shortItems } from '../../web/dashboard/short-items.ts';

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

it('lists an item that is running short once, with its quantity in all inventories', () => {
  const row = (item_fk: number, quantity: string) => ({ item_fk, item_name: `Item ${item_fk}`, quantity });
  expect(shortItems([row(2, '1.5'), row(1, '3'), row(2, '-0.25'), row(2, '2')])).toEqual([row(2, '3.25'), row(1, '3')]);
});
