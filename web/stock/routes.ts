/** Screens of stock: what is made of other goods, and the reports. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import { reportSearch } from '../shared/report/address.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const stockRoutes: readonly ScreenRoute[] = [
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
    search: reportSearch('as_at', 'known_at', 'inventory_fk', 'search', 'page'),
    load: async () => (await import('./inventory-report.tsx')).InventoryReport,
  },
  {
    path: '/reports/item-transaction',
    permission: 'reports/item_transactions',
    title: 'stock:item_transactions',
    search: reportSearch('item_fk', 'inventory_fk', 'from', 'as_at', 'known_at', 'page'),
    load: async () => (await import('./item-transactions.tsx')).ItemTransactionsReport,
  },
];
