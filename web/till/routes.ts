/** Screens of what the tills and the mobile application sold. */
import { documentRoutes, shownRoutes } from '../shared/document/document-routes.ts';
import { singletonRoute } from '../shared/record/record-routes.ts';
import { tableSearch } from '../shared/table/table-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';

const screen = (path: string, permission: string, title: string, load: ScreenRoute['load']): ScreenRoute => ({
  ...{ path, permission, title, load, search: tableSearch },
});

const orders = () => import('../sales/online-orders.ts');

export const tillRoutes: readonly ScreenRoute[] = [
  singletonRoute('/settings/pos/settings', 'till_settings', 'till:settings', () => import('./settings-form.ts')),
  screen(
    '/sales/online-orders',
    'online_orders/show',
    'sales:online_orders',
    async () => (await orders()).OnlineOrdersTable,
  ),
  screen(
    '/sales/home-delivery',
    'online_orders/home_delivery',
    'sales:home_delivery',
    async () => (await orders()).HomeDeliveryTable,
  ),
  screen(
    '/sales/order-history',
    'online_orders/history',
    'sales:order_history',
    async () => (await orders()).OrderHistoryTable,
  ),
  screen(
    '/sales/barcode-price-checker',
    'items/index',
    'till:price_checker.title',
    async () => (await import('./price-checker/office-page.tsx')).PriceCheckerPage,
  ),
  ...shownRoutes({
    resource: 'pos_sales',
    table: async () => (await import('./pos-sales.tsx')).PosSalesTable,
    editor: async () => (await import('./pos-sales.tsx')).ReceiptPage,
  }),
  ...shownRoutes({
    resource: 'closing_drawers',
    table: async () => (await import('./drawers.tsx')).ClosingDrawersTable,
    editor: async () => (await import('./drawers.tsx')).DrawerPage,
  }),
  screen(
    '/sales/till-reviews',
    'pos_sales/review##closing_drawers/review',
    'till:reviews',
    async () => (await import('./reviews.tsx')).ReviewsTable,
  ),
  ...documentRoutes({
    resource: 'app_settlements',
    table: async () => (await import('./app-settlements.tsx')).AppSettlementsTable,
    editor: async () => (await import('./app-settlements.tsx')).AppSettlementEditor,
  }),
];
