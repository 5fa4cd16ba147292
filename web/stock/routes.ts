/** Screens of stock: production documents, and reports. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { withWords } from '../shared/navigation/with-words.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import { COMPARED, readDay, readText, readWholeNumber, reportSearch } from '../shared/report/report-search.ts';
import { tableSearch } from '../shared/table/table-search.ts';

const isSet = (value: unknown): boolean => value === true || value === 'true';

/** All goods, shortages only, or items out of stock. */
const withAlert: typeof tableSearch = (search) => ({
  ...tableSearch(search),
  ...(isSet(search['shortage']) ? { shortage: true } : {}),
  ...(isSet(search['out_of_stock']) ? { out_of_stock: true } : {}),
});

/** The batch of a new document about it: `?item_fk=5&batch_number=B12&expire_date=2027-02-15`. */
const ofBatch: NonNullable<ScreenRoute['search']> = (search) => {
  const [item_fk, batch_number, expire_date] = [
    readWholeNumber(search['item_fk']),
    readText(search['batch_number']),
    readDay(search['expire_date']),
  ];
  return {
    ...(item_fk === undefined ? {} : { item_fk }),
    ...(batch_number === undefined ? {} : { batch_number }),
    ...(expire_date === undefined ? {} : { expire_date }),
  };
};

const PAGED_MOMENT = ['as_at', 'known_at', 'page', 'per_page'] as const;

/** The words of counting. */
const counted = withWords('counting');

export const stockRoutes: readonly ScreenRoute[] = [
  {
    path: '/warehouse/warehouse',
    permission: 'stocks/index',
    title: 'stock:warehouse',
    search: withAlert,
    load: async () => (await import('./stocks.tsx')).Stocks,
  },
  ...documentRoutes('stock_transfers', () => import('./stock-transfers.tsx')),
  ...documentRoutes(
    'count_rounds',
    counted(() => import('./count-rounds.tsx')),
  ),
  ...documentRoutes(
    'inventory_adjustments',
    counted(() => import('./inventory-adjustments.tsx')),
  ),
  ...documentRoutes('inventory_direct_adjustments', () => import('./direct-adjustments.tsx')),
  ...documentRoutes('batch_corrections', () => import('./batch-corrections.tsx'), { search: ofBatch }),
  ...documentRoutes('batch_holds', () => import('./batch-holds.tsx'), { search: ofBatch }),
  ...documentRoutes('asset_disposals', () => import('./asset-disposals.tsx')),
  ...documentRoutes('conversions', () => import('./conversions.tsx')),
  ...documentRoutes('productions', () => import('./productions.tsx')),
  ...recordRoutes('raw_materials', 'stock:raw_materials', 'stock:raw_material', () => import('./raw-materials.ts')),
  ...recordRoutes('mixtures', 'stock:mixtures', 'stock:mixture', () => import('./mixtures.ts')),
  ...recordRoutes('collections', 'stock:collections', 'stock:collection', () => import('./collections.ts')),
  {
    path: '/reports/inventories',
    permission: 'reports/inventory',
    title: 'names:inventory_report',
    search: reportSearch('as_at', 'known_at', 'inventory_fk', 'search', 'page', ...COMPARED),
    load: async () => (await import('./inventory-report.tsx')).InventoryReport,
  },
  {
    path: '/reports/expired-items',
    permission: 'reports/expired_items',
    title: 'names:expired_items',
    search: reportSearch('show', 'inventory_fk', 'item_fk', 'supplier_fk', ...PAGED_MOMENT, ...COMPARED),
    load: async () => (await import('./expiring/expired-items.tsx')).Report,
  },
  {
    path: '/reports/item-transaction',
    permission: 'reports/item_transactions',
    title: 'names:item_transactions',
    search: reportSearch('item_fk', 'inventory_fk', 'from', 'as_at', 'known_at', 'page', ...COMPARED),
    load: async () => (await import('./item-transactions.tsx')).ItemTransactionsReport,
  },
];
