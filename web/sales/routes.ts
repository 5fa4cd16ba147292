/** Screens of sales: sales, returns, and what customers pay. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { replacing } from '../shared/party/replacing.ts';
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
    path: '/sales/sales',
    resource: 'sales',
    title: 'sales:sales',
    titleOfOne: 'sales:sale',
    table: async () => (await import('./sales-table.ts')).SalesTable,
    editor: async () => (await import('./sale-editor.tsx')).SaleEditor,
  }),
  ...documentRoutes({
    path: '/sales/sale-returns',
    resource: 'sale_returns',
    title: 'sales:returns',
    titleOfOne: 'sales:return',
    search: ofSale,
    table: async () => (await import('./sale-returns-table.ts')).SaleReturnsTable,
    editor: async () => (await import('./sale-return-editor.tsx')).SaleReturnEditor,
  }),
  ...documentRoutes({
    path: '/sales/sale-quotations',
    resource: 'quotations',
    title: 'sales:quotations',
    titleOfOne: 'sales:quotation',
    table: async () => (await import('./quotations.tsx')).QuotationsTable,
    editor: async () => (await import('./quotations.tsx')).QuotationEditor,
  }),
  ...documentRoutes({
    path: '/sales/salesman-sales',
    resource: 'salesman_sales',
    title: 'sales:salesman_sales',
    titleOfOne: 'sales:salesman_sale',
    table: async () => (await import('./salesman-sales.tsx')).SalesmanSalesTable,
    editor: async () => (await import('./salesman-sales.tsx')).SalesmanSaleEditor,
  }),
  ...documentRoutes({
    path: '/sales/salesman-commissions',
    resource: 'salesman_commissions',
    title: 'sales:commissions',
    titleOfOne: 'sales:commission',
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
    path: '/sales/sale-transfers',
    resource: 'sale_transfers',
    title: 'sales:transfers',
    titleOfOne: 'sales:transfer',
    table: async () => (await import('./sale-transfers.tsx')).SaleTransfersTable,
    editor: async () => (await import('./sale-transfers.tsx')).SaleTransferEditor,
  }),
  ...documentRoutes({
    path: '/sales/sale-transfer-return',
    resource: 'sale_transfer_returns',
    title: 'sales:transfer_returns',
    titleOfOne: 'sales:transfer_return',
    search: ofTransfer,
    table: async () => (await import('./sale-transfer-returns.tsx')).SaleTransferReturnsTable,
    editor: async () => (await import('./sale-transfer-returns.tsx')).SaleTransferReturnEditor,
  }),
  {
    path: '/customers/$id/transactions',
    permission: 'customer_transactions/index',
    title: 'sales:customer_transactions',
    load: async () => (await import('./customer-transactions.tsx')).TransactionsOfCustomer,
  },
  ...documentRoutes({
    path: '/customers/transactions',
    resource: 'customer_transactions',
    title: 'sales:customer_transactions',
    titleOfOne: 'sales:customer_transaction',
    search: replacing,
    table: async () => (await import('./customer-transactions.tsx')).CustomerTransactionsTable,
    editor: async () => (await import('./customer-transactions.tsx')).CustomerTransactionEditor,
  }),
];
