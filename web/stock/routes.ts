/** Screens of stock: what is made of other goods, and the reports. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import { COMPARED, reportSearch } from '../shared/report/report-search.ts';
import { tableSearch } from '../shared/table/table-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';

/** All goods, or those that run short. */
const withShortage: typeof tableSearch = (search) => ({
  ...tableSearch(search),
  ...(search['shortage'] === true || search['shortage'] === 'true' ? { shortage: true } : {}),
});

export const stockRoutes: readonly ScreenRoute[] = [
  {
    path: '/warehouse/warehouse',
    permission: 'stocks/index',
    title: 'stock:warehouse',
    search: withShortage,
    load: async () => (await import('./stocks.tsx')).Stocks,
  },
  ...documentRoutes({
    path: '/warehouse/items-transfers',
    resource: 'stock_transfers',
    title: 'stock:transfers',
    titleOfOne: 'stock:transfer',
    table: async () => (await import('./stock-transfers.tsx')).StockTransfersTable,
    editor: async () => (await import('./stock-transfers.tsx')).StockTransferEditor,
  }),
  ...documentRoutes({
    path: '/warehouse/inventory-adjustment',
    resource: 'inventory_adjustments',
    title: 'stock:adjustments',
    titleOfOne: 'stock:adjustment',
    table: async () => (await import('./inventory-adjustments.tsx')).InventoryAdjustmentsTable,
    editor: async () => (await import('./inventory-adjustments.tsx')).InventoryAdjustmentEditor,
  }),
  ...documentRoutes({
    path: '/warehouse/inventory-direct-adjustment',
    resource: 'inventory_direct_adjustments',
    title: 'stock:direct_adjustments',
    titleOfOne: 'stock:direct_adjustment',
    table: async () => (await import('./direct-adjustments.tsx')).DirectAdjustmentsTable,
    editor: async () => (await import('./direct-adjustments.tsx')).DirectAdjustmentEditor,
  }),
  ...documentRoutes({
    path: '/warehouse/destructed-assets',
    resource: 'asset_disposals',
    title: 'stock:disposals',
    titleOfOne: 'stock:disposal',
    table: async () => (await import('./asset-disposals.tsx')).AssetDisposalsTable,
    editor: async () => (await import('./asset-disposals.tsx')).AssetDisposalEditor,
  }),
  ...documentRoutes({
    path: '/warehouse/conversions',
    resource: 'conversions',
    title: 'stock:conversions',
    titleOfOne: 'stock:conversion',
    table: async () => (await import('./conversions.tsx')).ConversionsTable,
    editor: async () => (await import('./conversions.tsx')).ConversionEditor,
  }),
  ...documentRoutes({
    path: '/warehouse/productions',
    resource: 'productions',
    title: 'stock:productions',
    titleOfOne: 'stock:production',
    table: async () => (await import('./productions.tsx')).ProductionsTable,
    editor: async () => (await import('./productions.tsx')).ProductionEditor,
  }),
  ...recordRoutes(
    '/warehouse/raw-materials',
    'raw_materials',
    'stock:raw_materials',
    'stock:raw_material',
    () => import('./raw-materials.ts'),
  ),
  ...recordRoutes('/warehouse/mixtures', 'mixtures', 'stock:mixtures', 'stock:mixture', () => import('./mixtures.ts')),
  ...recordRoutes(
    '/warehouse/collections',
    'collections',
    'stock:collections',
    'stock:collection',
    () => import('./collections.ts'),
  ),
  {
    path: '/reports/inventories',
    permission: 'reports/inventory',
    title: 'stock:inventory_report',
    search: reportSearch('as_at', 'known_at', 'inventory_fk', 'search', 'page', ...COMPARED),
    load: async () => (await import('./inventory-report.tsx')).InventoryReport,
  },
  {
    path: '/reports/item-transaction',
    permission: 'reports/item_transactions',
    title: 'stock:item_transactions',
    search: reportSearch('item_fk', 'inventory_fk', 'from', 'as_at', 'known_at', 'page', ...COMPARED),
    load: async () => (await import('./item-transactions.tsx')).ItemTransactionsReport,
  },
];
