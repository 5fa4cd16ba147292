/** Screens of owners, staff pay, remittances and fixed assets. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const equityRoutes: readonly ScreenRoute[] = [
  ...documentRoutes('payrolls', () => import('./payrolls.tsx')),
  ...recordRoutes('stockholders', 'equity:stockholders', 'equity:stockholder', () => import('./stockholders.ts')),
  ...documentRoutes('capital_transactions', () => import('./capital-transactions.tsx')),
  ...documentRoutes('dividends', () => import('./dividends.tsx')),
  ...documentRoutes('remittances', () => import('./remittances.tsx')),
  ...recordRoutes('asset_types', 'equity:asset_types', 'equity:asset_type', () => import('./asset-types.ts')),
  ...recordRoutes('fixed_assets', 'equity:fixed_assets', 'equity:fixed_asset', () => import('./fixed-assets.ts')),
  ...documentRoutes('asset_purchases', () => import('./asset-purchases.tsx')),
  ...documentRoutes('depreciations', () => import('./depreciations.tsx')),
  ...documentRoutes('asset_sales', () => import('./asset-sales.tsx')),
];
