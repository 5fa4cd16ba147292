/** Screens of sales: sales, returns, and payments of customers. */
import { documentRoutes, madeOf } from '../shared/document/document-routes.ts';
import { importRoute } from '../shared/import/import-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { startOfPayment } from '../shared/party/start-of-payment.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';

const ofSale = madeOf('sale');
const ofTransfer = madeOf('transfer');
export const salesRoutes: readonly ScreenRoute[] = [
  ...documentRoutes('sales', { list: () => import('./sales-table.ts'), editor: () => import('./sale-editor.tsx') }),
  ...documentRoutes(
    'sale_returns',
    { list: () => import('./sale-returns-table.ts'), editor: () => import('./sale-return-editor.tsx') },
    { search: ofSale },
  ),
  ...documentRoutes('quotations', () => import('./quotations.tsx')),
  ...documentRoutes('salesman_sales', () => import('./salesman-sales.tsx'), {
    place: { path: '/sales/salesman-sales', title: 'sales:salesman_sales', titleOfOne: 'sales:salesman_sale' },
  }),
  ...documentRoutes('warranty_claims', () => import('./warranty-claims.tsx')),
  ...documentRoutes('salesman_commissions', () => import('./salesman-commissions.tsx')),
  ...recordRoutes('salesmen', 'sales:salesmen', 'sales:salesman', () => import('./salesmen.ts')),
  ...recordRoutes('promotions', 'sales:promotions', 'sales:promotion', () => import('./promotions.ts')),
  importRoute({
    path: '/promotions/import',
    format: 'promotions',
    resource: 'promotions',
    title: 'import:titles.promotions',
    list: '/sales/promotions',
  }),
  ...documentRoutes('sale_transfers', () => import('./sale-transfers.tsx')),
  ...documentRoutes('sale_transfer_returns', () => import('./sale-transfer-returns.tsx'), { search: ofTransfer }),
  {
    path: '/customers/$id/transactions',
    permission: 'customer_transactions/index',
    title: 'documents:customer_transaction.many',
    load: async () => (await import('./customer-transactions.tsx')).OfParty,
  },
  ...documentRoutes('customer_transactions', () => import('./customer-transactions.tsx'), { search: startOfPayment }),
];
