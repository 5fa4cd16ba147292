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
    resource: 'stock_transfers',
    table: async () => (await import('./stock-transfers.tsx')).StockTransfersTable,
    editor: async () => (await import('./stock-transfers.tsx')).StockTransferEditor,
  }),
  ...documentRoutes({
    resource: 'inventory_adjustments',
    table: async () => (await import('./inventory-adjustments.tsx')).InventoryAdjustmentsTable,
    editor: async () => (await import('./inventory-adjustments.tsx')).InventoryAdjustmentEditor,
  }),
  ...documentRoutes({
    resource: 'inventory_direct_adjustments',
    table: async () => (await import('./direct-adjustments.tsx')).DirectAdjustmentsTable,
    editor: async () => (await import('./direct-adjustments.tsx')).DirectAdjustmentEditor,
  }),
  ...documentRoutes({
    resource: 'asset_disposals',
    table: async () => (await import('./asset-disposals.tsx')).AssetDisposalsTable,
    editor: async () => (await import('./asset-disposals.tsx')).AssetDisposalEditor,
  }),
  ...documentRoutes({
    resource: 'conversions',
    table: async () => (await import('./conversions.tsx')).ConversionsTable,
    editor: async () => (await import('./conversions.tsx')).ConversionEditor,
  }),
  ...documentRoutes({
    resource: 'productions',
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
    title: 'names:inventory_report',
    search: reportSearch('as_at', 'known_at', 'inventory_fk', 'search', 'page', ...COMPARED),
    load: async () => (await import('./inventory-report.tsx')).InventoryReport,
  },
  {
    path: '/reports/item-transaction',
    permission: 'reports/item_transactions',
    title: 'names:item_transactions',
    search: reportSearch('item_fk', 'inventory_fk', 'from', 'as_at', 'known_at', 'page', ...COMPARED),
    load: async () => (await import('./item-transactions.tsx')).ItemTransactionsReport,
  },
];
