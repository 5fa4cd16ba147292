/** Figures of the dashboard: what they count, and the report of the same days and the same outlet to which they lead. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { templatePermissions } from '../../domain/registry/role-templates.ts';
import { cashOf, periodOf, soldOf } from '../../web/dashboard/period.ts';
import { shortItems } from '../../web/dashboard/short-items.ts';
import { DASHBOARD_PERMISSION } from '../../web/shared/navigation/dashboard-permission.ts';
import { entriesOf, MENU, permittedMenu } from '../../web/shared/navigation/menu-table.ts';
import { mayOpen, type ScreenRoute } from '../../web/shared/navigation/screen.ts';
import { AREA_ROUTES } from '../../web/shell/areas.ts';

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

it('leads from cash and banks to the accounts of the outlet, and from a currency to those in it', () => {
  const to = '/accounting/cash-and-banks';
  expect(cashOf(undefined)).toEqual({ to, search: {} });
  expect(cashOf(2)).toEqual({ to, search: { 'filter[outlet_fk]': '2' } });
  expect(cashOf(2, 1)).toEqual({ to, search: { 'filter[outlet_fk]': '2', 'filter[currency_fk]': '1' } });
});

it('lists an item that is running short once, with its quantity in all inventories', () => {
  const part = (unit_fk: number, quantity: string) => ({ unit_fk, unit_name: `Unit ${unit_fk}`, quantity });
  const row = (item_fk: number, quantity: string, ...in_units: ReturnType<typeof part>[]) => ({
    ...{ item_fk, item_name: `Item ${item_fk}`, quantity, in_units },
  });
  expect(shortItems([row(2, '1.5'), row(1, '3'), row(2, '-0.25'), row(2, '2')])).toEqual([row(2, '3.25'), row(1, '3')]);
  const boxes = row(3, '32', part(9, '3'), part(8, '2'));
  expect(shortItems([boxes, row(3, '13', part(9, '1'), part(8, '3')), row(3, '-5', part(8, '-5'))])).toEqual([
    row(3, '40', part(9, '4')),
  ]);
  expect(shortItems([row(3, '2', part(8, '2')), row(3, '-2', part(8, '-2'))])).toEqual([row(3, '0', part(8, '0'))]);
});

it('is in the menu of everybody who may see one of its cards', () => {
  const source = readFileSync(new URL('../../web/dashboard/dashboard.tsx', import.meta.url), 'utf8');
  const permissions = [...source.matchAll(/\bcan\('([^']+)'\)/g)].map(([, permission]) => permission);
  const shows = DASHBOARD_PERMISSION.split('##');
  // These two are asked for together with another one.
  expect(permissions.filter((permission) => !shows.includes(permission ?? ''))).toEqual([
    'items/show_cost',
    'reports/stock_valuation',
  ]);
  expect(shows.filter((permission) => !permissions.includes(permission))).toEqual([]);
  const held = templatePermissions('storekeeper');
  const menu = permittedMenu((permission) => permission.split('##').some((each) => held.includes(each)));
  expect(menu.map(({ name }) => name)).toContain('dashboard');
});

it('leaves out of the menu the reports that only show costs, for everybody who may not see these', () => {
  const held = allPermissions().filter((permission) => permission !== 'items/show_cost');
  const paths = (permissions: readonly string[]) =>
    permittedMenu((permission) => permission.split('##').some((each) => permissions.includes(each)))
      .flatMap(entriesOf)
      .map(({ path }) => path);
  const seen = new Set(paths(held));
  expect(paths(allPermissions()).filter((path) => !seen.has(path))).toEqual([
    ...['income-statement', 'balance-sheet', 'cash-flow'].map((name) => `/reports/financial-reports/${name}`),
    ...['/reports/items-profit', '/reports/stock-valuation', '/audit/exports'],
  ]);
  const mayReach = (permissions: readonly string[], screen: Pick<ScreenRoute, 'permission' | 'needsCost'>) =>
    mayOpen((permission) => permission.split('##').some((each) => permissions.includes(each)), screen);
  const menu = new Map(MENU.flatMap(entriesOf).map((entry) => [entry.path, entry]));
  const wrong = AREA_ROUTES.filter((screen) => {
    const entry = menu.get(screen.path);
    return entry !== undefined && mayReach(held, screen) !== mayReach(held, entry);
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
