/** Screens of owners, staff pay, remittances and fixed assets. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const equityRoutes: readonly ScreenRoute[] = [
  ...documentRoutes({
    resource: 'payrolls',
    table: async () => (await import('./payrolls.tsx')).PayrollsTable,
    editor: async () => (await import('./payrolls.tsx')).PayrollEditor,
  }),
  ...recordRoutes(
    '/accounting/stockholders',
    'stockholders',
    'equity:stockholders',
    'equity:stockholder',
    () => import('./stockholders.ts'),
  ),
  ...documentRoutes({
    resource: 'capital_transactions',
    table: async () => (await import('./capital-transactions.tsx')).CapitalTransactionsTable,
    editor: async () => (await import('./capital-transactions.tsx')).CapitalTransactionEditor,
  }),
  ...documentRoutes({
    resource: 'dividends',
    table: async () => (await import('./dividends.tsx')).DividendsTable,
    editor: async () => (await import('./dividends.tsx')).DividendEditor,
  }),
  ...documentRoutes({
    resource: 'remittances',
    table: async () => (await import('./remittances.tsx')).RemittancesTable,
    editor: async () => (await import('./remittances.tsx')).RemittanceEditor,
  }),
  ...recordRoutes(
    '/accounting/asset-types',
    'asset_types',
    'equity:asset_types',
    'equity:asset_type',
    () => import('./asset-types.ts'),
  ),
  ...recordRoutes(
    '/accounting/fixed-assets',
    'fixed_assets',
    'equity:fixed_assets',
    'equity:fixed_asset',
    () => import('./fixed-assets.ts'),
  ),
  ...documentRoutes({
    resource: 'asset_purchases',
    table: async () => (await import('./asset-purchases.tsx')).AssetPurchasesTable,
    editor: async () => (await import('./asset-purchases.tsx')).AssetPurchaseEditor,
  }),
  ...documentRoutes({
    resource: 'depreciations',
    table: async () => (await import('./depreciations.tsx')).DepreciationsTable,
    editor: async () => (await import('./depreciations.tsx')).DepreciationEditor,
  }),
  ...documentRoutes({
    resource: 'asset_sales',
    table: async () => (await import('./asset-sales.tsx')).AssetSalesTable,
    editor: async () => (await import('./asset-sales.tsx')).AssetSaleEditor,
  }),
];
