/** Screens of owners, staff pay, remittances and fixed assets. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const equityRoutes: readonly ScreenRoute[] = [
  ...documentRoutes({
    path: '/staff/payrolls',
    resource: 'payrolls',
    title: 'equity:payrolls',
    titleOfOne: 'equity:payroll',
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
    path: '/accounting/capital-transactions',
    resource: 'capital_transactions',
    title: 'equity:capital',
    titleOfOne: 'equity:capital_transaction',
    table: async () => (await import('./capital-transactions.tsx')).CapitalTransactionsTable,
    editor: async () => (await import('./capital-transactions.tsx')).CapitalTransactionEditor,
  }),
  ...documentRoutes({
    path: '/accounting/dividends',
    resource: 'dividends',
    title: 'equity:dividends',
    titleOfOne: 'equity:dividend',
    table: async () => (await import('./dividends.tsx')).DividendsTable,
    editor: async () => (await import('./dividends.tsx')).DividendEditor,
  }),
  ...documentRoutes({
    path: '/accounting/remittances',
    resource: 'remittances',
    title: 'equity:remittances',
    titleOfOne: 'equity:remittance',
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
    path: '/accounting/asset-purchases',
    resource: 'asset_purchases',
    title: 'equity:asset_purchases',
    titleOfOne: 'equity:asset_purchase',
    table: async () => (await import('./asset-purchases.tsx')).AssetPurchasesTable,
    editor: async () => (await import('./asset-purchases.tsx')).AssetPurchaseEditor,
  }),
  ...documentRoutes({
    path: '/accounting/depreciations',
    resource: 'depreciations',
    title: 'equity:depreciations',
    titleOfOne: 'equity:depreciation',
    table: async () => (await import('./depreciations.tsx')).DepreciationsTable,
    editor: async () => (await import('./depreciations.tsx')).DepreciationEditor,
  }),
];
