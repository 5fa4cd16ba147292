/** Screens of closing: revaluations, and financial years. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { readDay, readWholeNumber, reportSearch } from '../shared/report/address.ts';
import type { ScreenRoute } from '../shell/screen.ts';

/** What the gate of a financial year asks for. */
const newRevaluation: ScreenRoute['search'] = ({ date, outlet_fk }) => ({
  ...(readDay(date) === undefined ? {} : { date: readDay(date) }),
  ...(readWholeNumber(outlet_fk) === undefined ? {} : { outlet_fk: readWholeNumber(outlet_fk) }),
});

const years = () => import('./financial-years.tsx');

export const closingRoutes: readonly ScreenRoute[] = [
  ...documentRoutes({
    path: '/accounting/revaluations',
    resource: 'revaluations',
    title: 'closing:revaluations',
    titleOfOne: 'closing:revaluation',
    search: newRevaluation,
    table: async () => (await import('./revaluations.tsx')).RevaluationsTable,
    editor: async () => (await import('./revaluations.tsx')).RevaluationEditor,
  }),
  {
    path: '/settings/financial-year',
    permission: 'financial_years/index',
    title: 'closing:financial_years',
    search: reportSearch('year'),
    load: async () => (await years()).FinancialYears,
  },
  {
    path: '/settings/financial-year/new',
    permission: 'financial_years/store',
    title: 'closing:financial_year',
    load: async () => (await years()).FinancialYearForm,
  },
  {
    path: '/settings/financial-year/$id',
    permission: 'financial_years/show##financial_years/update',
    title: 'closing:financial_year',
    load: async () => (await years()).FinancialYearForm,
  },
];
