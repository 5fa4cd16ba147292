/** Screens of what the tills and the mobile application sold. */
import { tableSearch } from '../shared/table/table-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';

const screen = (path: string, permission: string, title: string, load: ScreenRoute['load']): ScreenRoute => ({
  ...{ path, permission, title, load, search: tableSearch },
});

const orders = () => import('../sales/online-orders.ts');
const tables = () => import('./tables.ts');

export const tillRoutes: readonly ScreenRoute[] = [
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
  screen('/sales/pos-sales', 'pos_sales/index', 'till:pos_sales', async () => (await tables()).PosSalesTable),
  screen(
    '/sales/closing-drawer',
    'closing_drawers/index',
    'till:closing_drawers',
    async () => (await tables()).ClosingDrawersTable,
  ),
  screen(
    '/sales/app-settlements',
    'app_settlements/index',
    'till:app_settlements',
    async () => (await tables()).AppSettlementsTable,
  ),
];
