/** Screens of money: cash and bank accounts, incomes, transfers, types of expense and income, currency rates. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const cashRoutes: readonly ScreenRoute[] = [
  ...recordRoutes('/accounting/cash-and-banks', 'cashes', 'cash:cashes', 'cash:account', () => import('./cashes.tsx')),
  ...documentRoutes({
    resource: 'incomes',
    table: async () => (await import('./incomes.tsx')).IncomesTable,
    editor: async () => (await import('./incomes.tsx')).IncomeEditor,
  }),
  ...documentRoutes({
    resource: 'cash_transactions',
    table: async () => (await import('./cash-transfers.tsx')).CashTransfersTable,
    editor: async () => (await import('./cash-transfers.tsx')).CashTransferEditor,
  }),
  ...documentRoutes({
    resource: 'tax_payments',
    table: async () => (await import('./tax-payments.tsx')).TaxPaymentsTable,
    editor: async () => (await import('./tax-payments.tsx')).TaxPaymentEditor,
  }),
  ...recordRoutes(
    '/accounting/expense-types',
    'expense_types',
    'cash:expense_types',
    'cash:expense_type',
    async () => (await import('./types.ts')).expenseTypes,
  ),
  ...recordRoutes(
    '/accounting/income-types',
    'income_types',
    'cash:income_types',
    'cash:income_type',
    async () => (await import('./types.ts')).incomeTypes,
  ),
  ...recordRoutes(
    '/accounting/currency-rates',
    'currency_rates',
    'cash:currency_rates',
    'cash:currency_rate',
    () => import('./currency-rates.tsx'),
  ),
];
