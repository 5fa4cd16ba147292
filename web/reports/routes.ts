/** Screens of the reports: statements, books, receivables and payables, stock value and sales. */
import type { ComponentType } from 'react';
import type { ReportDeclaration } from '../../domain/registry/report-declaration.ts';
import { reports } from '../../domain/registry/reports.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { COMPARED, reportSearch } from '../shared/report/report-search.ts';

const PERIOD = ['from', 'as_at', 'known_at', 'outlet_fk', ...COMPARED] as const;
const MOMENT = ['as_at', 'known_at', ...COMPARED] as const;
const PAGES = ['page', 'per_page'] as const;
const AGEING = ['consumer_id', 'outlet_fk', 'show', ...MOMENT, ...PAGES] as const;

const byName = new Map(reports.map((declared) => [declared.name, declared]));

const openedAs = ({ path, permission, needsCost }: ReportDeclaration) => ({
  path,
  permission,
  ...(needsCost && { needsCost }),
});

/** `title` is the key of the title, when it differs from the menu's. */
function report(
  name: string,
  parameters: readonly string[],
  load: () => Promise<{ readonly Report: ComponentType }>,
  title = `names:${name}`,
): ScreenRoute {
  const declared = byName.get(name);
  if (!declared) throw new RangeError(`no report ${name}`);
  const search = reportSearch(...parameters);
  return { ...openedAs(declared), title, search, load: async () => (await load()).Report };
}

/** Reports without special features. */
const declaredRoutes = reports.flatMap((declared): readonly ScreenRoute[] => {
  const { name, table } = declared;
  if (!table) return [];
  const own = table.filters.map((filter) => filter.name);
  const search = reportSearch(...own, ...(table.chart ? ['show'] : []), ...COMPARED, ...PAGES);
  const load = async () => (await import('./declared-report.tsx')).declaredReport(declared, table);
  return [{ ...openedAs(declared), title: `names:${name}`, search, load }];
});

export const reportRoutes: readonly ScreenRoute[] = [
  ...declaredRoutes,
  report('tax_report', [...PERIOD, ...PAGES, 'group', 'percentage'], () => import('./tax.tsx')),
  report('income_statement', [...PERIOD, 'by', 'accounts', 'share', 'show'], () => import('./income-statement.tsx')),
  report('balance_sheet', [...MOMENT, 'outlet_fk', 'by', 'show'], () => import('./balance-sheet.tsx')),
  report('cash_flow', [...PERIOD, 'method', 'show'], () => import('./cash-flow.tsx')),
  report('general_ledger', [...PERIOD, ...PAGES, 'account'], () => import('./general-ledger.tsx')),
  report(
    'journal_report',
    [...PERIOD, ...PAGES, 'account', 'cash', 'document_kind', 'item_fk'],
    () => import('./journal.tsx'),
  ),
  report('cash_book', ['account_id', 'from', ...MOMENT, ...PAGES], () => import('./cash-book.tsx')),
  report(
    'customers_ageing',
    AGEING,
    async () => ({ Report: (await import('./ageing.tsx')).CustomersAgeing }),
    'reports:customers_ageing',
  ),
  report(
    'suppliers_ageing',
    AGEING,
    async () => ({ Report: (await import('./ageing.tsx')).SuppliersAgeing }),
    'reports:suppliers_ageing',
  ),
  report('stock_valuation', ['inventory_fk', ...MOMENT, ...PAGES], () => import('./stock-valuation.tsx')),
  report('items_profit', [...PERIOD, ...PAGES, 'order', 'show'], async () => ({
    Report: (await import('./items.tsx')).ItemsProfitReport,
  })),
  report('most_active_items', [...PERIOD, ...PAGES, 'order', 'show'], async () => ({
    Report: (await import('./items.tsx')).MostActiveItemsReport,
  })),
  report(
    'sales_report',
    [
      ...PERIOD,
      ...PAGES,
      'group',
      'details',
      'show',
      'consumer_id',
      'salesman_fk',
      'category_fk',
      'own_category_fk',
      'item_fk',
      'weekday',
      'hour',
    ],
    () => import('./sales.tsx'),
  ),
  report('promotions_report', [...PERIOD, ...PAGES, 'group', 'promotion_fk', 'show'], () => import('./promotions.tsx')),
];
