/** Screens of the reports: the statements, the books, who owes what, what goods are worth and what was sold. */
import { reports } from '../../domain/reports.ts';
import { COMPARED, reportSearch } from '../shared/report/report-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';

const PERIOD = ['from', 'as_at', 'known_at', 'outlet_fk', ...COMPARED] as const;
const MOMENT = ['as_at', 'known_at', ...COMPARED] as const;
const PAGES = ['page', 'per_page'] as const;

interface Report {
  /** As `domain/reports.ts` declares it. */
  readonly name: string;
  /** Key of the title, where it is not that of the menu. */
  readonly title?: string;
  readonly parameters: readonly string[];
  readonly load: ScreenRoute['load'];
}

const byName = new Map(reports.map((declared) => [declared.name, declared]));

function report({ name, title = `names:${name}`, parameters, load }: Report): ScreenRoute {
  const declared = byName.get(name);
  if (!declared) throw new RangeError(`no report ${name}`);
  return { path: declared.path, permission: declared.permission, title, search: reportSearch(...parameters), load };
}

/** Reports that are a table and no more. */
const declaredRoutes = reports.flatMap((declared): readonly ScreenRoute[] => {
  const { name, path, permission, table } = declared;
  if (!table) return [];
  const search = reportSearch(...table.filters.map((filter) => filter.name), ...PAGES);
  const load = async () => (await import('./declared-report.tsx')).declaredReport(declared, table);
  return [{ path, permission, title: `names:${name}`, search, load }];
});

export const reportRoutes: readonly ScreenRoute[] = [
  ...declaredRoutes,
  report({
    name: 'tax_report',
    parameters: [...PERIOD, ...PAGES, 'group', 'percentage'],
    load: async () => (await import('./tax.tsx')).TaxReport,
  }),
  report({
    name: 'income_statement',
    parameters: [...PERIOD, 'by'],
    load: async () => (await import('./income-statement.tsx')).IncomeStatementReport,
  }),
  report({
    name: 'balance_sheet',
    parameters: [...MOMENT, 'outlet_fk', 'by'],
    load: async () => (await import('./balance-sheet.tsx')).BalanceSheetReport,
  }),
  report({
    name: 'cash_flow',
    parameters: [...PERIOD, 'method'],
    load: async () => (await import('./cash-flow.tsx')).CashFlowReport,
  }),
  report({
    name: 'general_ledger',
    parameters: [...PERIOD, ...PAGES, 'account'],
    load: async () => (await import('./general-ledger.tsx')).GeneralLedgerReport,
  }),
  report({
    name: 'journal_report',
    parameters: [...PERIOD, ...PAGES, 'account', 'cash', 'document_kind', 'item_fk'],
    load: async () => (await import('./journal.tsx')).JournalReport,
  }),
  report({
    name: 'cash_book',
    parameters: ['account_id', 'from', ...MOMENT, ...PAGES],
    load: async () => (await import('./cash-book.tsx')).CashBookReport,
  }),
  report({
    name: 'customers_ageing',
    title: 'reports:customers_ageing',
    parameters: ['consumer_id', ...MOMENT, ...PAGES],
    load: async () => (await import('./ageing.tsx')).CustomersAgeing,
  }),
  report({
    name: 'suppliers_ageing',
    title: 'reports:suppliers_ageing',
    parameters: ['consumer_id', ...MOMENT, ...PAGES],
    load: async () => (await import('./ageing.tsx')).SuppliersAgeing,
  }),
  report({
    name: 'stock_valuation',
    parameters: ['inventory_fk', ...MOMENT, ...PAGES],
    load: async () => (await import('./stock-valuation.tsx')).StockValuationReport,
  }),
  report({
    name: 'items_profit',
    parameters: [...PERIOD, ...PAGES, 'order'],
    load: async () => (await import('./items.tsx')).ItemsProfitReport,
  }),
  report({
    name: 'most_active_items',
    parameters: [...PERIOD, ...PAGES, 'order'],
    load: async () => (await import('./items.tsx')).MostActiveItemsReport,
  }),
  report({
    name: 'sales_report',
    parameters: [...PERIOD, ...PAGES, 'consumer_id', 'group', 'details', 'show'],
    load: async () => (await import('./sales.tsx')).SalesReport,
  }),
  report({
    name: 'promotions_report',
    parameters: [...PERIOD, ...PAGES, 'group'],
    load: async () => (await import('./promotions.tsx')).PromotionsReport,
  }),
];
