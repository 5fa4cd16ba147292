/** Screens of money: cash and bank accounts, incomes, transfers, types of expense and income, currency rates. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';

export const cashRoutes: readonly ScreenRoute[] = [
  ...recordRoutes('cashes', 'cash:cashes', 'cash:account', () => import('./cashes.tsx')),
  ...documentRoutes('incomes', () => import('./incomes.tsx')),
  ...documentRoutes('cash_transactions', () => import('./cash-transfers.tsx')),
  ...documentRoutes('tax_payments', () => import('./tax-payments.tsx')),
  ...recordRoutes(
    'expense_types',
    'cash:expense_types',
    'cash:expense_type',
    async () => (await import('./types.ts')).expenseTypes,
  ),
  ...recordRoutes(
    'income_types',
    'cash:income_types',
    'cash:income_type',
    async () => (await import('./types.ts')).incomeTypes,
  ),
  ...recordRoutes('currency_rates', 'cash:currency_rates', 'cash:currency_rate', () => import('./currency-rates.tsx')),
];
