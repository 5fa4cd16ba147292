/** Screens of purchasing: orders, purchases and what is done to them, returns, and what is paid to suppliers. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { startOfPayment } from '../shared/party/start-of-payment.ts';
import { readWholeNumber } from '../shared/report/report-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';

const ofOrder = (search: Readonly<Record<string, unknown>>) => {
  const order = readWholeNumber(search['order']);
  return order === undefined ? {} : { order };
};

const ofPurchase = (search: Readonly<Record<string, unknown>>) => {
  const purchase = readWholeNumber(search['purchase']);
  if (purchase !== undefined) return { purchase };
  return search['unlinked'] === true || search['unlinked'] === 'true' ? { unlinked: true } : {};
};

export const purchasingRoutes: readonly ScreenRoute[] = [
  ...documentRoutes({
    resource: 'purchases',
    search: ofOrder,
    table: async () => (await import('./purchases-table.ts')).PurchasesTable,
    editor: async () => (await import('./purchase-editor.tsx')).PurchaseEditor,
  }),
  {
    path: '/purchases/purchases/apply-cost/$id',
    permission: 'purchases/apply_cost',
    title: 'purchasing:apply_cost',
    load: async () => (await import('./apply-cost.tsx')).ApplyCostScreen,
  },
  {
    path: '/purchases/purchases/modify-sales-price/$id',
    permission: 'purchases/modify_sale_price',
    title: 'purchasing:modify_sales_price',
    load: async () => (await import('./modify-sales-price.tsx')).ModifySalesPriceScreen,
  },
  ...documentRoutes({
    resource: 'purchase_returns',
    search: ofPurchase,
    table: async () => (await import('./purchase-returns-table.ts')).PurchaseReturnsTable,
    editor: async () => (await import('./purchase-return-editor.tsx')).PurchaseReturnEditor,
  }),
  // The specification names the pages of a return apart from their list.
  ...(['upsert', 'view'] as const).map((page) => ({
    path: `/purchases/purchase-return/${page}/$id`,
    permission: page === 'view' ? 'purchase_returns/show' : 'purchase_returns/store##purchase_returns/update',
    title: 'documents:purchase_return.one',
    search: ofPurchase,
    load: async () => (await import('./purchase-return-editor.tsx')).PurchaseReturnEditor,
  })),
  ...documentRoutes({
    resource: 'purchase_orders',
    table: async () => (await import('./purchase-orders-table.ts')).PurchaseOrdersTable,
    editor: async () => (await import('./purchase-order-editor.tsx')).PurchaseOrderEditor,
  }),
  {
    path: '/suppliers/$id/transactions',
    permission: 'supplier_transactions/index',
    title: 'documents:supplier_transaction.many',
    load: async () => (await import('./supplier-transactions.tsx')).TransactionsOfSupplier,
  },
  ...documentRoutes({
    resource: 'supplier_transactions',
    search: startOfPayment,
    table: async () => (await import('./supplier-transactions.tsx')).SupplierTransactionsTable,
    editor: async () => (await import('./supplier-transactions.tsx')).SupplierTransactionEditor,
  }),
];
