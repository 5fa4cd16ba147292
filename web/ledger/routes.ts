/**
 * Screens of the ledger: expenses, the general journal, the chart, the trial balance with its lines, statements, the
 * log.
 */
import { documentRoutes } from '../shared/document/document-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { COMPARED, reportSearch } from '../shared/report/report-search.ts';
import { openingRoutes } from './moving-in/opening-routes.ts';

const STATEMENT = [
  'consumer_id',
  'currency_fk',
  'from',
  'as_at',
  'known_at',
  'outlet_fk',
  'page',
  ...COMPARED,
] as const;

export const ledgerRoutes: readonly ScreenRoute[] = [
  ...openingRoutes,
  ...documentRoutes('expenses', () => import('../cash/expenses.tsx')),
  ...documentRoutes('general_journals', () => import('./general-journals.tsx')),
  {
    path: '/accounting/chart-of-accounts',
    permission: 'ledger_accounts/index',
    title: 'ledger:chart',
    load: async () => (await import('./chart-of-accounts.tsx')).ChartOfAccounts,
  },
  {
    path: '/reports/financial-reports/trial-balance',
    permission: 'financial_reports/trial_balance',
    title: 'names:trial_balance',
    search: reportSearch('from', 'as_at', 'known_at', 'outlet_fk', 'by', ...COMPARED),
    load: async () => (await import('../reports/trial-balance.tsx')).TrialBalanceReport,
  },
  {
    path: '/reports/account-ledger',
    permission: 'financial_reports/account_ledger##financial_reports/trial_balance',
    title: 'ledger:account_ledger',
    search: reportSearch(
      'account',
      'from',
      'as_at',
      'known_at',
      'outlet_fk',
      'without_closing',
      'page',
      'per_page',
      ...COMPARED,
    ),
    load: async () => (await import('../reports/account-ledger.tsx')).AccountLedgerReport,
  },
  {
    path: '/reports/customer-statements',
    permission: 'reports/customers_statement',
    title: 'names:customers_statement',
    search: reportSearch(...STATEMENT),
    load: async () => (await import('../reports/statement.tsx')).CustomerStatement,
  },
  {
    path: '/reports/supplier-statements',
    permission: 'reports/suppliers_statement',
    title: 'names:suppliers_statement',
    search: reportSearch(...STATEMENT),
    load: async () => (await import('../reports/statement.tsx')).SupplierStatement,
  },
  {
    path: '/ledger/events',
    permission: 'model_loges/events_log',
    title: 'ledger:events',
    search: reportSearch(
      'from',
      'to',
      'kind',
      'stream',
      'type',
      'actor',
      'user_fk',
      'outlet_fk',
      'device',
      'reason',
      'page',
    ),
    load: async () => (await import('./events.tsx')).EventsReport,
  },
  {
    path: '/ledger/events/$position',
    permission: 'model_loges/events_log',
    title: 'ledger:event.title',
    load: async () => (await import('./event-page.tsx')).EventPage,
  },
];
