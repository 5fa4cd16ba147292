/** Screens of money: cash and bank accounts, currency rates. */
import { recordRoutes } from '../shared/record/record-routes.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const cashRoutes: readonly ScreenRoute[] = [
  ...recordRoutes('/accounting/cash-and-banks', 'cashes', 'cash:cashes', 'cash:account', () => import('./cashes.ts')),
  ...recordRoutes(
    '/accounting/currency-rates',
    'currency_rates',
    'cash:currency_rates',
    'cash:currency_rate',
    () => import('./currency-rates.ts'),
  ),
];
