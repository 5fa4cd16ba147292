/** Screens of the opening balances: accounts and parties, and goods; both are parts of one document. */
import { MAY_IMPORT } from '../../../domain/imports/imports-made.ts';
import { documentRoutes } from '../../shared/document/document-routes.ts';
import { importRoute } from '../../shared/import/import-routes.ts';
import type { ScreenRoute } from '../../shared/navigation/screen.ts';
import { recordRoutes } from '../../shared/record/record-routes.ts';

export const openingRoutes: readonly ScreenRoute[] = [
  ...documentRoutes('opening_balances', () => import('./opening-balances.tsx'), {
    place: {
      path: '/settings/opening-balance/accounting-opening-balance',
      title: 'ledger:openings',
      titleOfOne: 'ledger:opening_balance',
    },
  }),
  ...documentRoutes('opening_balances', () => import('./opening-stock.tsx'), {
    place: {
      path: '/settings/opening-balance/inventory-opening-balance',
      title: 'ledger:opening_stocks',
      titleOfOne: 'ledger:opening_stock',
    },
  }),
  ...documentRoutes('opening_items', () => import('./opening-items.tsx')),
  {
    path: '/settings/opening-balance/moving-in',
    permission: 'opening_balances/index',
    title: 'ledger:moving.title',
    load: async () => (await import('./moving-in.tsx')).MovingIn,
  },
  ...recordRoutes('old_accounts', 'ledger:old_accounts', 'ledger:old_account', () => import('./old-accounts.ts')),
  {
    path: '/imports/made',
    permission: MAY_IMPORT,
    title: 'import:made.title',
    load: async () => (await import('./imports-made.tsx')).ImportsMade,
  },
  importRoute({
    path: '/old-accounts/import',
    format: 'old_accounts',
    resource: 'old_accounts',
    title: 'import:titles.old_accounts',
    list: '/settings/opening-balance/old-accounts',
  }),
  importRoute({
    path: '/opening-assets/import',
    format: 'opening_assets',
    resource: 'asset_purchases',
    title: 'import:titles.opening_assets',
    list: '/accounting/asset-purchases',
  }),
  importRoute({
    path: '/opening-invoices/import',
    format: 'opening_items',
    resource: 'opening_items',
    title: 'import:titles.opening_items',
    list: '/settings/opening-balance/opening-invoices',
  }),
  importRoute({
    path: '/opening-stock/import',
    format: 'opening_stock',
    resource: 'opening_balances',
    title: 'import:titles.opening_stock',
    list: '/settings/opening-balance/inventory-opening-balance',
  }),
];
