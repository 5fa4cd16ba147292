/** Screens of purchasing: orders, purchases and actions on them, returns, and payments to suppliers. */
import { documentRoutes, madeOf } from '../shared/document/document-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { withWords } from '../shared/navigation/with-words.ts';
import { startOfPayment } from '../shared/party/start-of-payment.ts';
import { readWholeNumber } from '../shared/report/report-search.ts';

const ofOrder = (search: Readonly<Record<string, unknown>>) => {
  const order = readWholeNumber(search['order']);
  return order === undefined ? {} : { order };
};

const ofPurchase = madeOf('purchase');
export const purchasingRoutes: readonly ScreenRoute[] = [
  ...documentRoutes(
    'purchases',
    { list: () => import('./purchases-table.ts'), editor: () => import('./purchase-editor.tsx') },
    { search: ofOrder },
  ),
  {
    path: '/purchases/purchases/apply-cost/$id',
    permission: 'purchases/apply_cost',
    title: 'purchasing:apply_cost',
    load: async () => (await import('./costs/apply-cost.tsx')).ApplyCostScreen,
  },
  {
    path: '/purchases/purchases/apply-allowance/$id',
    permission: 'purchases/apply_cost',
    title: 'purchasing:apply_allowance',
    load: async () => (await import('./costs/apply-cost.tsx')).ApplyAllowanceScreen,
  },
  {
    path: '/purchases/purchases/modify-sales-price/$id',
    permission: 'purchases/modify_sale_price',
    title: 'purchasing:modify_sales_price',
    load: async () => (await import('./modify-sales-price.tsx')).ModifySalesPriceScreen,
  },
  ...documentRoutes(
    'purchase_returns',
    { list: () => import('./purchase-returns-table.ts'), editor: () => import('./purchase-return-editor.tsx') },
    { search: ofPurchase },
  ),
  // The specification has separate addresses for the pages of a return and their list.
  ...(['upsert', 'view'] as const).map((page) => ({
    path: `/purchases/purchase-return/${page}/$id`,
    permission: page === 'view' ? 'purchase_returns/show' : 'purchase_returns/store##purchase_returns/update',
    title: 'documents:purchase_return.one',
    search: ofPurchase,
    load: async () => (await import('./purchase-return-editor.tsx')).Editor,
  })),
  {
    path: '/purchases/purchase-orders/proposal',
    permission: 'purchase_orders/store',
    title: 'purchasing:proposal.title',
    load: withWords('proposal')(async () => (await import('./proposed/proposed-orders.tsx')).ProposedOrders),
  },
  ...documentRoutes('landed_costs', () => import('./costs/landed-costs.tsx')),
  ...documentRoutes('purchase_orders', {
    list: () => import('./purchase-orders-table.ts'),
    editor: () => import('./purchase-order-editor.tsx'),
  }),
  {
    path: '/suppliers/$id/transactions',
    permission: 'supplier_transactions/index',
    title: 'documents:supplier_transaction.many',
    load: async () => (await import('./supplier-transactions.tsx')).OfParty,
  },
  ...documentRoutes('supplier_transactions', () => import('./supplier-transactions.tsx'), { search: startOfPayment }),
];
