/** Screens of closing: revaluations, recalculations and financial years. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { withWords } from '../shared/navigation/with-words.ts';
import { singletonRoute } from '../shared/record/record-routes.ts';
import { readDay, readWholeNumber, reportSearch } from '../shared/report/report-search.ts';
import { tableSearch } from '../shared/table/table-search.ts';

/** Parameters from the close checks of a financial year. */
const newRevaluation: ScreenRoute['search'] = ({ date, outlet_fk }) => ({
  ...(readDay(date) === undefined ? {} : { date: readDay(date) }),
  ...(readWholeNumber(outlet_fk) === undefined ? {} : { outlet_fk: readWholeNumber(outlet_fk) }),
});

/** The words of these screens. */
const worded = withWords('closing');

const years = worded(() => import('./financial-years.tsx'));

export const closingRoutes: readonly ScreenRoute[] = [
  ...documentRoutes(
    'revaluations',
    worded(() => import('./revaluations.tsx')),
    { search: newRevaluation },
  ),
  {
    path: '/accounting/recalculations',
    permission: 'recalculations/index',
    title: 'ledger:recalculations',
    search: tableSearch,
    load: worded(async () => (await import('./recalculations.tsx')).RecalculationsTable),
  },
  {
    path: '/accounting/recalculations/new',
    permission: 'recalculations/store',
    title: 'ledger:new_recalculation',
    load: worded(async () => (await import('./recalculation-form.tsx')).RecalculationForm),
  },
  {
    path: '/accounting/recalculations/$id',
    permission: 'recalculations/show##recalculations/store',
    title: 'ledger:recalculation',
    search: ({ job }) => (typeof job === 'string' ? { job } : {}),
    load: worded(async () => (await import('./recalculation-page.tsx')).RecalculationPage),
  },
  singletonRoute(
    '/settings/locked-days',
    'period_locks',
    'ledger:locked_days',
    worded(() => import('./locked-days.tsx')),
  ),
  {
    path: '/settings/financial-year',
    permission: 'financial_years/index',
    title: 'ledger:financial_years',
    search: reportSearch('year'),
    load: async () => (await years()).FinancialYears,
  },
  {
    path: '/settings/financial-year/new',
    permission: 'financial_years/store',
    title: 'ledger:financial_year',
    load: async () => (await years()).FinancialYearForm,
  },
  {
    path: '/settings/financial-year/$id',
    permission: 'financial_years/show##financial_years/update',
    title: 'ledger:financial_year',
    load: async () => (await years()).FinancialYearForm,
  },
];
