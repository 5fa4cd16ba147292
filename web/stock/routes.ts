/** Reports of stock. */
import { reportSearch } from '../shared/report/address.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const stockRoutes: readonly ScreenRoute[] = [
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
