/** Screens of the reports: the statements, the books, who owes what, what goods are worth and what was sold. */
import { COMPARED, reportSearch } from '../shared/report/report-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';

const PERIOD = ['from', 'as_at', 'known_at', 'outlet_fk', ...COMPARED] as const;
const MOMENT = ['as_at', 'known_at', ...COMPARED] as const;
const PAGES = ['page', 'per_page'] as const;

interface Report {
  readonly path: string;
  readonly permission: string;
  /** Of `reports:`. */
  readonly title: string;
  readonly parameters: readonly string[];
  readonly load: ScreenRoute['load'];
}

const report = ({ path, permission, title, parameters, load }: Report): ScreenRoute => ({
  path: `/reports/${path}`,
  permission,
  title,
  search: reportSearch(...parameters),
  load,
});

export const reportRoutes: readonly ScreenRoute[] = [
  report({
    path: 'financial-reports/income-statement',
    permission: 'financial_reports/income_statement',
    title: 'reports:income_statement',
    parameters: [...PERIOD, 'by'],
    load: async () => (await import('./income-statement.tsx')).IncomeStatementReport,
  }),
  report({
    path: 'financial-reports/balance-sheet',
    permission: 'financial_reports/balance_sheet',
    title: 'reports:balance_sheet',
    parameters: [...MOMENT, 'outlet_fk', 'by'],
    load: async () => (await import('./balance-sheet.tsx')).BalanceSheetReport,
  }),
  report({
    path: 'financial-reports/cash-flow',
    permission: 'financial_reports/cash_flow',
    title: 'reports:cash_flow',
    parameters: [...PERIOD, 'method'],
    load: async () => (await import('./cash-flow.tsx')).CashFlowReport,
  }),
  report({
    path: 'financial-reports/general-ledger',
    permission: 'financial_reports/general_ledger',
    title: 'reports:general_ledger',
    parameters: [...PERIOD, ...PAGES, 'account'],
    load: async () => (await import('./general-ledger.tsx')).GeneralLedgerReport,
  }),
  report({
    path: 'financial-reports/journal',
    permission: 'financial_reports/journal',
    title: 'reports:journal',
    parameters: [...PERIOD, ...PAGES, 'account', 'cash', 'document_kind', 'item_fk'],
    load: async () => (await import('./journal.tsx')).JournalReport,
  }),
  report({
    path: 'financial-reports/cash-book',
    permission: 'financial_reports/cash_book',
    title: 'reports:cash_book',
    parameters: ['account_id', 'from', ...MOMENT, ...PAGES],
    load: async () => (await import('./cash-book.tsx')).CashBookReport,
  }),
  report({
    path: 'customer-ageing',
    permission: 'reports/customers_statement',
    title: 'reports:customers_ageing',
    parameters: ['consumer_id', ...MOMENT, ...PAGES],
    load: async () => (await import('./ageing.tsx')).CustomersAgeing,
  }),
  report({
    path: 'supplier-ageing',
    permission: 'reports/suppliers_statement',
    title: 'reports:suppliers_ageing',
    parameters: ['consumer_id', ...MOMENT, ...PAGES],
    load: async () => (await import('./ageing.tsx')).SuppliersAgeing,
  }),
  report({
    path: 'stock-valuation',
    permission: 'reports/stock_valuation',
    title: 'reports:stock_valuation',
    parameters: ['inventory_fk', ...MOMENT, ...PAGES],
    load: async () => (await import('./stock-valuation.tsx')).StockValuationReport,
  }),
  report({
    path: 'items-profit',
    permission: 'reports/items_profits',
    title: 'reports:items_profit',
    parameters: [...PERIOD, ...PAGES, 'order'],
    load: async () => (await import('./items.tsx')).ItemsProfitReport,
  }),
  report({
    path: 'most-active-items',
    permission: 'reports/most_active_items',
    title: 'reports:most_active_items',
    parameters: [...PERIOD, ...PAGES, 'order'],
    load: async () => (await import('./items.tsx')).MostActiveItemsReport,
  }),
  report({
    path: 'expired-items',
    permission: 'reports/expired_items',
    title: 'reports:expired_items',
    parameters: ['as_at', 'known_at', ...PAGES, 'inventory_fk', 'item_fk', 'show'],
    load: async () => (await import('./expired-items.tsx')).ExpiredItemsReport,
  }),
  report({
    path: 'sales',
    permission: 'reports/sales',
    title: 'reports:sales',
    parameters: [...PERIOD, ...PAGES, 'consumer_id', 'group', 'details', 'show'],
    load: async () => (await import('./sales.tsx')).SalesReport,
  }),
  report({
    path: 'promotions',
    permission: 'reports/promotions',
    title: 'reports:promotions',
    parameters: [...PERIOD, ...PAGES, 'group'],
    load: async () => (await import('./promotions.tsx')).PromotionsReport,
  }),
];
