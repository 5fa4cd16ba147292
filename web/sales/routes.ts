/** Screens of sales: sales, returns, and what customers pay. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { startOfPayment } from '../shared/party/start-of-payment.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import { readWholeNumber } from '../shared/report/report-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';

const ofSale = (search: Readonly<Record<string, unknown>>) => {
  const sale = readWholeNumber(search['sale']);
  if (sale !== undefined) return { sale };
  return search['unlinked'] === true || search['unlinked'] === 'true' ? { unlinked: true } : {};
};

const ofTransfer = (search: Readonly<Record<string, unknown>>) => {
  const transfer = readWholeNumber(search['transfer']);
  if (transfer !== undefined) return { transfer };
  return search['unlinked'] === true || search['unlinked'] === 'true' ? { unlinked: true } : {};
};

export const salesRoutes: readonly ScreenRoute[] = [
  ...documentRoutes({
    resource: 'sales',
    table: async () => (await import('./sales-table.ts')).SalesTable,
    editor: async () => (await import('./sale-editor.tsx')).SaleEditor,
  }),
  ...documentRoutes({
    resource: 'sale_returns',
    search: ofSale,
    table: async () => (await import('./sale-returns-table.ts')).SaleReturnsTable,
    editor: async () => (await import('./sale-return-editor.tsx')).SaleReturnEditor,
  }),
  ...documentRoutes({
    resource: 'quotations',
    table: async () => (await import('./quotations.tsx')).QuotationsTable,
    editor: async () => (await import('./quotations.tsx')).QuotationEditor,
  }),
  ...documentRoutes({
    resource: 'salesman_sales',
    place: { path: '/sales/salesman-sales', title: 'sales:salesman_sales', titleOfOne: 'sales:salesman_sale' },
    table: async () => (await import('./salesman-sales.tsx')).SalesmanSalesTable,
    editor: async () => (await import('./salesman-sales.tsx')).SalesmanSaleEditor,
  }),
  ...documentRoutes({
    resource: 'salesman_commissions',
    table: async () => (await import('./salesman-commissions.tsx')).SalesmanCommissionsTable,
    editor: async () => (await import('./salesman-commissions.tsx')).SalesmanCommissionEditor,
  }),
  ...recordRoutes('/sales/salesmen', 'salesmen', 'sales:salesmen', 'sales:salesman', () => import('./salesmen.ts')),
  ...recordRoutes(
    '/sales/promotions',
    'promotions',
    'sales:promotions',
    'sales:promotion',
    () => import('./promotions.ts'),
  ),
  ...documentRoutes({
    resource: 'sale_transfers',
    table: async () => (await import('./sale-transfers.tsx')).SaleTransfersTable,
    editor: async () => (await import('./sale-transfers.tsx')).SaleTransferEditor,
  }),
  ...documentRoutes({
    resource: 'sale_transfer_returns',
    search: ofTransfer,
    table: async () => (await import('./sale-transfer-returns.tsx')).SaleTransferReturnsTable,
    editor: async () => (await import('./sale-transfer-returns.tsx')).SaleTransferReturnEditor,
  }),
  {
    path: '/customers/$id/transactions',
    permission: 'customer_transactions/index',
    title: 'documents:customer_transaction.many',
    load: async () => (await import('./customer-transactions.tsx')).TransactionsOfCustomer,
  },
  ...documentRoutes({
    resource: 'customer_transactions',
    search: startOfPayment,
    table: async () => (await import('./customer-transactions.tsx')).CustomerTransactionsTable,
    editor: async () => (await import('./customer-transactions.tsx')).CustomerTransactionEditor,
  }),
];
