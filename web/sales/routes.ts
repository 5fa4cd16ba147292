/** Screens of sales: sales, returns, and what customers pay. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { replacing } from '../shared/party/replacing.ts';
import { readWholeNumber } from '../shared/report/address.ts';
import type { ScreenRoute } from '../shell/screen.ts';

const ofSale = (search: Readonly<Record<string, unknown>>) => {
  const sale = readWholeNumber(search['sale']);
  if (sale !== undefined) return { sale };
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
    path: '/customers/transactions',
    resource: 'customer_transactions',
    title: 'sales:customer_transactions',
    titleOfOne: 'sales:customer_transaction',
    search: replacing,
    table: async () => (await import('./customer-transactions.tsx')).CustomerTransactionsTable,
    editor: async () => (await import('./customer-transactions.tsx')).CustomerTransactionEditor,
  }),
];
