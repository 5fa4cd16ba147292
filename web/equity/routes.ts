/** Screens of owners, staff pay, remittances and fixed assets. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import { readDay } from '../shared/report/report-search.ts';

export const equityRoutes: readonly ScreenRoute[] = [
  ...documentRoutes('payrolls', () => import('../people/payrolls.tsx')),
  ...recordRoutes('stockholders', 'equity:stockholders', 'equity:stockholder', () => import('./stockholders.ts')),
  ...documentRoutes('capital_transactions', () => import('./capital-transactions.tsx')),
  ...documentRoutes('dividends', () => import('./dividends.tsx')),
  ...documentRoutes('remittances', () => import('../cash/remittances.tsx')),
  ...recordRoutes('asset_types', 'equity:asset_types', 'equity:asset_type', () => import('../assets/asset-types.ts')),
  ...recordRoutes(
    'fixed_assets',
    'equity:fixed_assets',
    'equity:fixed_asset',
    () => import('../assets/fixed-assets.ts'),
  ),
  ...documentRoutes('asset_purchases', () => import('../assets/asset-purchases.tsx')),
  {
    path: '/accounting/depreciations/due',
    permission: 'depreciations/index',
    title: 'equity:depreciation_due',
    search: ({ date }) => ({ ...(readDay(date) ? { date } : {}) }),
    load: async () => (await import('../assets/due-depreciations.tsx')).DueDepreciations,
  },
  ...documentRoutes('depreciations', () => import('../assets/depreciations.tsx')),
  ...documentRoutes('asset_sales', () => import('../assets/asset-sales.tsx')),
];
