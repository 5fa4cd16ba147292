/** Screens of sales at tills and of the mobile application. */
import { documentPages, documentRoutes, shownRoutes } from '../../shared/document/document-routes.ts';
import type { ScreenRoute } from '../../shared/navigation/screen.ts';
import { readWholeNumber } from '../../shared/report/report-search.ts';
import { tableSearch } from '../../shared/table/table-search.ts';

const screen = (path: string, permission: string, title: string, load: ScreenRoute['load']): ScreenRoute => ({
  path,
  permission,
  title,
  load,
  search: tableSearch,
});

const orders = () => import('../../sales/orders/online-orders.ts');

export const tillRoutes: readonly ScreenRoute[] = [
  screen(
    '/sales/online-orders',
    'online_orders/show',
    'sales:online_orders',
    async () => (await orders()).OnlineOrdersTable,
  ),
  ...documentPages('online_orders', async () => (await import('../../sales/orders/order-editor.tsx')).Editor),
  screen(
    '/sales/home-delivery',
    'online_orders/home_delivery',
    'sales:home_delivery',
    async () => (await orders()).HomeDeliveryTable,
  ),
  {
    ...screen(
      '/sales/home-delivery/round',
      'online_orders/home_delivery',
      'sales:round.title',
      async () => (await import('../../sales/orders/drivers-round.tsx')).DriversRound,
    ),
    search: (search) => {
      const driver = readWholeNumber(search['driver']);
      return driver === undefined ? {} : { driver };
    },
  },
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
    async () => (await import('../price-checker/office-page.tsx')).PriceCheckerPage,
  ),
  ...shownRoutes('pos_sales', () => import('./pos-sales.tsx')),
  ...shownRoutes('closing_drawers', () => import('./drawers.tsx')),
  screen(
    '/sales/till-reviews',
    'pos_sales/review##closing_drawers/review',
    'till:reviews',
    async () => (await import('./reviews.tsx')).ReviewsTable,
  ),
  ...documentRoutes('app_settlements', () => import('./app-settlements.tsx')),
];
